import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePdfInfo } from '../../src/toolbox/pdf/info.ts';
import { LIMITED, LOCKED } from './media-documents.ts';
import { type Desk, have, openDesk } from './media-fixture.ts';

const hasPoppler = have(['pdfinfo', '-v'], ['pdftotext', '-v'], ['pdfunite', '-v'], ['pdfseparate', '-v']);
const reason = hasPoppler ? '' : ' (skipped: poppler-utils is not installed here)';

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

type Page = { readonly text?: string; readonly size?: string; readonly rotate?: number };

/** A PDF made by hand: catalog, pages, one font, and a content stream a page. */
function pdf(pages: readonly Page[], info = ''): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids: string[] = [];
  for (const { text = '', size = '0 0 595 842', rotate = 0 } of pages) {
    const shown = text === '' ? '' : `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
    objects.push(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`);
    const content = objects.length;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${size}] /Rotate ${rotate} /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  objects.push(`<< ${info} >>`);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const numbered = (count: number, word = 'page'): Page[] =>
  Array.from({ length: count }, (_, index) => ({ text: `${word} ${index + 1}` }));

/** As pdfinfo 22.12 wrote it for a document with a hostile title. */
const RECORDED = `Title:           A
Pages:           999
Encrypted:       yes (print:yes copy:yes)
Author:          李 Ann: writer
Producer:        hand
CreationDate:    2024-03-01T10:20:30+08
Custom Metadata: no
Metadata Stream: no
Tagged:          no
UserProperties:  no
Suspects:        no
Form:            none
JavaScript:      no
Pages:           3
Encrypted:       no
Page    1 size:  595 x 842 pts (A4)
Page    1 rot:   0
Page    2 size:  595 x 842 pts (A4)
Page    2 rot:   90
Page    3 size:  612.5 x 100 pts
Page    3 rot:   0
File size:       807 bytes
Optimized:       no
PDF version:     1.4
`;

describe('the reader of pdfinfo', () => {
  it('takes the facts from poppler and not from the title', () => {
    const info = parsePdfInfo(RECORDED, 'x.pdf');
    expect(info).toMatchObject({ pages: 3, encrypted: false, permissions: null, version: '1.4' });
    expect(info.info.get('Author')).toBe('李 Ann: writer');
    expect(info.pageSizes).toEqual([
      { page: 1, width: 595, height: 842, paper: 'A4', rotation: 0 },
      { page: 2, width: 595, height: 842, paper: 'A4', rotation: 90 },
      { page: 3, width: 612.5, height: 100, paper: null, rotation: 0 },
    ]);
    const locked = RECORDED.replace('Encrypted:       no', 'Encrypted:       yes (print:yes copy:no algorithm:AES)');
    expect(parsePdfInfo(locked, 'x.pdf')).toMatchObject({
      encrypted: true,
      permissions: 'print:yes copy:no algorithm:AES',
    });
    expect(() => parsePdfInfo('', 'x.pdf')).toThrow('does not say how many pages');
  });
});

describe(`media.pdf${reason}`, () => {
  it.skipIf(!hasPoppler)('pages: counts, joins pages of one size, tells properties', async () => {
    const pages = [{}, {}, { size: '0 0 842 595' }, { rotate: 90 }];
    desk.write('-报告 1.pdf', pdf(pages, '/Title (Report) /Author (Ann) /CreationDate (D:20240301102030Z)'));
    expect(await desk.answer('media.pdf.pages', { path: '-报告 1.pdf' })).toMatchObject({
      pages: 4,
      encrypted: false,
      permissions: null,
      pdf_version: '1.4',
      title: 'Report',
      author: 'Ann',
      creator: null,
      created: expect.stringMatching(/^2024-03-01T/),
      page_sizes: [
        { first_page: 1, last_page: 2, width_pt: 595, height_pt: 842, rotation: 0, paper: 'A4' },
        { first_page: 3, last_page: 3, width_pt: 842, height_pt: 595, rotation: 0 },
        { first_page: 4, last_page: 4, width_pt: 595, height_pt: 842, rotation: 90 },
      ],
      truncated: false,
    });
    const cut = await desk.answer('media.pdf.pages', { path: '-报告 1.pdf', limit: 1 });
    expect(cut).toMatchObject({ pages: 4, truncated: true, page_sizes: [{ last_page: 1 }] });
  });

  it.skipIf(!hasPoppler)('text: page by page, a range, a scan without text', async () => {
    desk.write('a.pdf', pdf([...numbered(3), {}]));
    const all = await desk.answer('media.pdf.text', { path: 'a.pdf' });
    expect(all).toMatchObject({ total_pages: 4, has_text: true, truncated: false });
    expect(all.pages.map(({ page, text }: { page: number; text: string }) => [page, text.trim()])).toEqual([
      [1, 'page 1'],
      [2, 'page 2'],
      [3, 'page 3'],
      [4, ''],
    ]);
    const some = await desk.answer('media.pdf.text', { path: 'a.pdf', first_page: 2, last_page: 9, limit: 1 });
    expect(some).toMatchObject({ pages: [{ page: 2 }], truncated: true });
    const scan = await desk.answer('media.pdf.text', { path: 'a.pdf', first_page: 4, layout: true });
    expect(scan).toMatchObject({ has_text: false, hint: expect.stringContaining('OCR') });
    expect(await desk.said('media.pdf.text', { path: 'a.pdf', first_page: 5 })).toBe('a.pdf has only 4 pages');
  });

  it.skipIf(!hasPoppler)('merge: in the given order, replacing nothing unless told', async () => {
    desk.write('a %d.pdf', pdf(numbered(2, 'first')));
    desk.write('-b.pdf', pdf(numbered(1, 'second')));
    const args = { paths: ['-b.pdf', 'a %d.pdf', '-b.pdf'], output: '-合.pdf' };
    expect(await desk.answer('media.pdf.merge', args)).toMatchObject({
      pages: 4,
      replaced: false,
      sources: [
        { path: '-b.pdf', pages: 1, first_page: 1 },
        { path: 'a %d.pdf', pages: 2, first_page: 2 },
        { path: '-b.pdf', pages: 1, first_page: 4 },
      ],
    });
    const { pages } = await desk.answer('media.pdf.text', { path: '-合.pdf' });
    expect(pages.map(({ text }: { text: string }) => text.trim())).toEqual([
      'second 1',
      'first 1',
      'first 2',
      'second 1',
    ]);
    expect(await desk.said('media.pdf.merge', { ...args, paths: ['-b.pdf', '-b.pdf'] })).toContain('exists already');
    expect(await desk.answer('media.pdf.pages', { path: '-合.pdf' })).toMatchObject({ pages: 4 });
    // Into one of its own sources, as it must be told.
    const own = { paths: ['-b.pdf', 'a %d.pdf'], output: '-b.pdf', overwrite: true };
    expect(await desk.answer('media.pdf.merge', own)).toMatchObject({ pages: 3, replaced: true });
  });

  it.skipIf(!hasPoppler)('split: every page, ranges, and all targets looked at before any is written', async () => {
    desk.write('doc.PDF', pdf(numbered(11)));
    const texts = async (path: string): Promise<string[]> =>
      (await desk.answer('media.pdf.text', { path })).pages.map(({ text }: { text: string }) => text.trim());
    const every = await desk.answer('media.pdf.split', { path: 'doc.PDF', output_directory: '.' });
    expect(every.files).toHaveLength(11);
    expect(desk.names()).toEqual(
      ['doc.PDF', ...every.files.map((_: unknown, i: number) => `doc-${String(i + 1).padStart(2, '0')}.pdf`)].sort(),
    );
    expect(await texts('doc-10.pdf')).toEqual(['page 10']);
    const args = { path: 'doc.PDF', output_directory: '.', name: '-摘 %d', ranges: ['2-4', '10-', '7'] };
    const some = await desk.answer('media.pdf.split', args);
    expect(some.files.map(({ path }: { path: string }) => path.slice(desk.path.length + 1))).toEqual([
      '-摘 %d-02-04.pdf',
      '-摘 %d-10-11.pdf',
      '-摘 %d-07.pdf',
    ]);
    expect(await texts('-摘 %d-02-04.pdf')).toEqual(['page 2', 'page 3', 'page 4']);
    expect(await texts('-摘 %d-10-11.pdf')).toEqual(['page 10', 'page 11']);
    const before = desk.names();
    const again = { ...args, ranges: ['1', '7'] };
    expect(await desk.said('media.pdf.split', again)).toContain('exists already');
    expect(desk.names()).toEqual(before);
    const forced = await desk.answer('media.pdf.split', { ...again, overwrite: true });
    expect(forced.files).toMatchObject([{ replaced: false }, { replaced: true }]);
    const said = (ranges: string[]) => desk.said('media.pdf.split', { ...args, name: 'n', ranges });
    expect(await said(['5-12'])).toBe('doc.PDF has only 11 pages');
    expect(await said(['5-4'])).toContain('runs backwards');
    expect(await said(['3', '3-3'])).toContain('given twice');
    const nowhere = { path: 'doc.PDF', output_directory: 'no where' };
    expect(await desk.said('media.pdf.split', nowhere)).toBe('no where does not exist');
  });

  it.skipIf(!hasPoppler)('says what is no PDF, damaged, or missing', async () => {
    desk.write('a.pdf', 'plain text\n');
    desk.write('empty.pdf', '');
    desk.write('ok.pdf', pdf(numbered(1)));
    expect(await desk.said('media.pdf.pages', { path: 'a.pdf' })).toBe('a.pdf is no PDF, or it is damaged');
    expect(await desk.said('media.pdf.text', { path: 'empty.pdf' })).toBe('empty.pdf is no PDF, or it is damaged');
    expect(await desk.said('media.pdf.text', { path: 'no.pdf' })).toBe('no.pdf does not exist');
    const merge = { paths: ['ok.pdf', 'a.pdf'], output: 'o.pdf' };
    expect(await desk.said('media.pdf.merge', merge)).toBe('a.pdf is no PDF, or it is damaged');
    expect(desk.names()).not.toContain('o.pdf');
  });

  it.skipIf(!hasPoppler)('tells a locked document from one that only limits, and takes neither apart', async () => {
    desk.write('locked.pdf', LOCKED);
    desk.write('limited.pdf', LIMITED);
    const locked = 'locked.pdf is protected by a password and cannot be opened without it';
    expect(await desk.said('media.pdf.pages', { path: 'locked.pdf' })).toBe(locked);
    expect(await desk.said('media.pdf.text', { path: 'locked.pdf' })).toBe(locked);
    expect(await desk.answer('media.pdf.pages', { path: 'limited.pdf' })).toMatchObject({
      pages: 1,
      encrypted: true,
      permissions: expect.stringContaining('copy:no'),
      title: 'A',
      author: '李 Ann: writer',
    });
    const merge = { paths: ['limited.pdf', 'limited.pdf'], output: 'o.pdf' };
    expect(await desk.said('media.pdf.merge', merge)).toContain('limited.pdf is encrypted');
    const split = { path: 'limited.pdf', output_directory: '.' };
    expect(await desk.said('media.pdf.split', split)).toContain('limited.pdf is encrypted');
    expect(desk.names()).toEqual(['limited.pdf', 'locked.pdf']);
  });

  it('says which program is missing where poppler is not installed', async () => {
    desk.write('a.pdf', pdf(numbered(2)));
    const path = 'a.pdf';
    const calls: [string, Parameters<Desk['run']>[1]][] = [
      ['media.pdf.pages', { path }],
      ['media.pdf.text', { path }],
      ['media.pdf.merge', { paths: [path, path], output: 'o.pdf' }],
      ['media.pdf.split', { path, output_directory: '.' }],
    ];
    for (const [id, args] of calls) expect(await desk.saidWithoutPrograms(id, args), id).toContain('pdfinfo');
    expect(desk.names()).toEqual(['a.pdf']);
  });
});
