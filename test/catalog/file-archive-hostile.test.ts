import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeTar, makeZip } from './archive-makers.ts';
import { quick, useBench } from './file-bench.ts';
import { runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const FORMATS = ['zip', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const;

describe('hostile archives', () => {
  const LINK = 0o120777;
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ['a path with ..', makeZip([{ name: '../evil', data: 'x' }]), 'leaves the directory'],
    ['.. in the middle', makeZip([{ name: 'a/../../evil', data: 'x' }]), 'leaves the directory'],
    ['.. with backslashes', makeZip([{ name: 'a\\..\\..\\evil', data: 'x', host: 0 }]), 'leaves the directory'],
    ['an absolute path', makeZip([{ name: '/tmp/evil', data: 'x' }]), 'absolute'],
    ['a drive', makeZip([{ name: 'C:/evil', data: 'x' }]), 'absolute'],
    ['a link to an absolute path', makeZip([{ name: 'l', data: '/etc', mode: LINK }]), 'absolute path'],
    ['a link that leaves', makeZip([{ name: 'd/l', data: '../../x', mode: LINK }]), 'leaves the directory'],
    [
      'a file through a link',
      makeZip([
        { name: 'l', data: 'd', mode: LINK },
        { name: 'l/evil', data: 'x' },
      ]),
      'not a directory',
    ],
    [
      'a link that climbs by links',
      makeZip([
        { name: 'l', data: '.', mode: LINK },
        { name: 'm', data: 'l/l/../../..', mode: LINK },
      ]),
      'inside its target',
    ],
    [
      'the same name as link and file',
      makeZip([
        { name: 'l', data: 'd', mode: LINK },
        { name: 'l', data: 'x' },
      ]),
      'twice',
    ],
    ['a device', makeZip([{ name: 'dev', mode: 0o020666 }]), 'not a file'],
    ['an encrypted entry', makeZip([{ name: 'secret', data: 'x', flags: 1 }]), 'encrypted'],
    [
      'entries that overlap',
      makeZip([
        { name: 'a', data: 'x'.repeat(100) },
        { name: 'b', data: 'x'.repeat(100), offset: 0 },
      ]),
      'overlaps',
    ],
    ['tar: a path with ..', makeTar([{ name: '../evil', data: 'x' }]), 'leaves the directory'],
    ['tar: an absolute path', makeTar([{ name: '/tmp/evil', data: 'x' }]), 'absolute'],
    ['tar: ./ before ..', makeTar([{ name: './../evil', data: 'x' }]), 'leaves the directory'],
    ['tar: a hard link outside', makeTar([{ name: 'h', kind: '1', link: '/etc/passwd' }]), 'no earlier file'],
    [
      'tar: a link and a file through it',
      makeTar([
        { name: 'l', kind: '2', link: 'd' },
        { name: 'l/x', data: 'x' },
      ]),
      'not a directory',
    ],
    ['tar: a device', makeTar([{ name: 'null', kind: '3' }]), 'not a file'],
    ['tar: a pipe', makeTar([{ name: 'pipe', kind: '6' }]), 'not a file'],
  ];

  it.each(cases)('%s is refused and nothing is written', async (_title, bytes, words) => {
    bench.put('in/evil.bin', bytes);
    const cwd = here('in');
    await expect(quick('file.archive.extract', { path: 'evil.bin', destination: 'x' }, cwd)).rejects.toThrow(words);
    expect(readdirSync(cwd)).toEqual(['evil.bin']);
    expect(readdirSync(bench.cwd)).toEqual(['in']);
    expect(existsSync('/tmp/evil')).toBe(false);
    if (words === 'overlaps') return;
    const listed = await quick('file.archive.list', { path: 'evil.bin' }, cwd);
    expect(listed.safe).toBe(false);
    expect(JSON.stringify(listed.dangers)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('bombs are refused by what they would take, before anything is written', async () => {
    bench.put('b.zip', makeZip([{ name: 'zeros', data: '\0'.repeat(20_000_000) }]));
    expect(
      await runRefused('file.archive.extract', { path: 'b.zip', destination: 'x', max_bytes: 1_000_000 }, at()),
    ).toContain('more than 1000000 bytes');
    bench.put('b.tgz', gzipSync(makeTar([{ name: 'zeros', data: '\0'.repeat(20_000_000) }])));
    await expect(
      quick('file.archive.extract', { path: 'b.tgz', destination: 'x', max_bytes: 1_000_000 }, bench.cwd),
    ).rejects.toThrow('more than 1000000 bytes');
    bench.put('many.tar', makeTar(Array.from({ length: 50 }, (_, i) => ({ name: `f${i}` }))));
    await expect(quick('file.archive.extract', { path: 'many.tar', max_entries: 10 }, bench.cwd)).rejects.toThrow(
      'more than 10 entries',
    );
    expect(readdirSync(bench.cwd).sort()).toEqual(['b.tgz', 'b.zip', 'many.tar']);
  });

  it('a size that lies is noticed while unpacking, and what was written is gone', async () => {
    bench.put(
      'lie.zip',
      makeZip([
        { name: 'first', data: 'ok' },
        { name: 'liar', data: 'x'.repeat(100_000), size: 10 },
      ]),
    );
    await expect(quick('file.archive.extract', { path: 'lie.zip', destination: 'x' }, bench.cwd)).rejects.toThrow(
      'larger than it says',
    );
    expect(readdirSync(bench.cwd)).toEqual(['lie.zip']);
  });

  it('no set-id bit comes out', async () => {
    bench.put('s.zip', makeZip([{ name: 'su', data: 'x', mode: 0o104755 }]));
    await quick('file.archive.extract', { path: 's.zip', destination: 'x' }, bench.cwd);
    expect(lstatSync(here('x/su')).mode & 0o7000).toBe(0);
  });

  it('damage of any kind is one sentence', async () => {
    bench.put('src/big', Buffer.alloc(2_000_000, 'abcdefg'));
    bench.put('src/small', 'x');
    for (const format of FORMATS) {
      await quick('file.archive.create', { paths: ['src'], output: `o.${format}` }, bench.cwd);
      const whole = readFileSync(here(`o.${format}`));
      writeFileSync(here('cut'), whole.subarray(0, whole.length * 0.6));
      await expect(quick('file.archive.extract', { path: 'cut', destination: 'x' }, bench.cwd), format).rejects.toThrow(
        /damaged|not an archive/,
      );
      expect(existsSync(here('x'))).toBe(false);
    }
    bench.put('text', 'hello');
    expect(await runRefused('file.archive.list', { path: 'text' }, at())).toContain('is not an archive');
    bench.put('full/x');
    await expect(quick('file.archive.extract', { path: 'o.zip', destination: 'full' }, bench.cwd)).rejects.toThrow(
      'exists already',
    );
  });
});
