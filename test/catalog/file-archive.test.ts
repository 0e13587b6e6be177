/** file.archive.*: round trips with our own code and with the system's tools, and archives made to do harm. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asNobody, NASTY, quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const here = (path: string): string => join(bench.cwd, path);
const FORMATS = ['zip', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const;

function fillSource(): void {
  for (const name of NASTY) bench.put(`src/${name}`, name);
  bench.put(`src/${'long '.repeat(30)}/${'长'.repeat(60)}`, 'deep');
  bench.put('src/big', Buffer.alloc(5_000_000, 'abcdefg'));
  mkdirSync(here('src/empty'));
  symlinkSync('big', here('src/link'));
  symlinkSync('../big', here('src/empty/up'));
  chmodSync(here('src/-rf'), 0o750);
  utimesSync(here('src/-rf'), 1_600_000_000, 1_600_000_000);
}

const same = (a: string, b: string): string =>
  execFileSync('diff', ['-r', '--no-dereference', a, b], { cwd: bench.cwd, encoding: 'utf8' });

describe('round trips', () => {
  it.each(FORMATS)('%s comes out as it went in', async (format) => {
    fillSource();
    const made = await runChecked('file.archive.create', { paths: ['src'], output: `-out.${format}` }, at());
    expect(made).toMatchObject({ format, complete: true, skipped: [] });
    const listed = await runChecked('file.archive.list', { archive: `-out.${format}` }, at());
    expect(listed).toMatchObject({ format, safe: true, total: made.entries, truncated: false });
    expect(listed.entries.find(({ name }: { name: string }) => name === 'src/link')).toMatchObject({
      type: 'symlink',
      link_target: 'big',
    });
    const out = await runChecked('file.archive.extract', { archive: `-out.${format}`, destination: 'x' }, at());
    expect(out).toMatchObject({ entries: made.entries, top_level: ['src'] });
    expect(same('src', 'x/src')).toBe('');
    const stat = lstatSync(here('x/src/-rf'));
    expect([stat.mode & 0o777, stat.mtimeMs]).toEqual([0o750, 1_600_000_000_000]);
  });

  it.each(FORMATS)('the system reads our %s', (format) => {
    fillSource();
    // unzip writes such a name in its own way.
    if (format === 'zip') rmSync(here('src/new\nline'));
    return quick('file.archive.create', { paths: ['src'], output: `o.${format}` }, bench.cwd).then(() => {
      mkdirSync(here('x'));
      if (format === 'zip') execFileSync('unzip', ['-q', '../o.zip'], { cwd: here('x') });
      else execFileSync('tar', ['-xf', `o.${format}`, '-C', 'x'], { cwd: bench.cwd });
      expect(same('src', 'x/src')).toBe('');
    });
  });

  it.each(['gnu', 'pax', 'ustar', 'v7'])('we read a tar of the system in the form %s', async (form) => {
    bench.put('src/a b', 'x');
    if (form === 'gnu' || form === 'pax') bench.put(`src/${'长'.repeat(80)}`, 'y');
    symlinkSync('a b', here('src/l'));
    execFileSync('ln', ['src/a b', 'src/z hard'], { cwd: bench.cwd });
    execFileSync('tar', [`--format=${form}`, '-czf', 'o.tgz', 'src'], { cwd: bench.cwd });
    await quick('file.archive.extract', { archive: 'o.tgz' }, bench.cwd);
    expect(same('src', 'o/src')).toBe('');
    expect(lstatSync(here('o/src/a b')).ino).toBe(lstatSync(here('o/src/z hard')).ino);
  });

  it('we read a zip of the system, and names that Windows wrote in GBK', async () => {
    fillSource();
    execFileSync('zip', ['-qry', 'o.zip', 'src'], { cwd: bench.cwd });
    await quick('file.archive.extract', { archive: 'o.zip', destination: 'x' }, bench.cwd);
    expect(same('src', 'x/src')).toBe('');
    const gbk = (name: string): Buffer => execFileSync('iconv', ['-f', 'utf-8', '-t', 'gbk'], { input: name });
    bench.put('gbk.zip', makeZip([{ name: gbk('新建文件夹\\测试数据.txt'), data: 'x', host: 0 }]));
    expect((await quick('file.archive.list', { archive: 'gbk.zip' }, bench.cwd)).entries[0].name).toBe(
      '新建文件夹/测试数据.txt',
    );
  });

  it('packs with exclusions, never itself, and takes out a choice', async () => {
    bench.put('p/node_modules/x/y');
    bench.put('p/src/a.ts', 'a');
    bench.put('p/src/a.log', 'l');
    const args = { paths: ['.'], directory: 'p', output: 'p/out.zip', exclude: ['node_modules', '*.log'] };
    await quick('file.archive.create', args, bench.cwd);
    await expect(quick('file.archive.create', args, bench.cwd)).rejects.toThrow('overwrite is not set');
    await quick('file.archive.create', { ...args, overwrite: true }, bench.cwd);
    const { entries } = await quick('file.archive.list', { archive: 'p/out.zip' }, bench.cwd);
    expect(entries.map(({ name }: { name: string }) => name)).toEqual(['src', 'src/a.ts']);
    await quick('file.archive.extract', { archive: 'p/out.zip', destination: 'x', only: ['*.ts'] }, bench.cwd);
    expect(readdirSync(here('x'), { recursive: true }).sort()).toEqual(['src', 'src/a.ts']);
    expect(await runRefused('file.archive.create', { paths: ['../../etc'], output: 'e.zip' }, at())).toContain(
      'lies outside',
    );
  });

  it('unpacks a single compressed file', async () => {
    bench.put('notes.txt.gz', gzipSync('hello'));
    expect(await quick('file.archive.list', { archive: 'notes.txt.gz' }, bench.cwd)).toMatchObject({
      format: 'gz',
      entries: [{ name: 'notes.txt', size: 5 }],
    });
    await quick('file.archive.extract', { archive: 'notes.txt.gz', destination: 'x' }, bench.cwd);
    expect(readFileSync(here('x/notes.txt'), 'utf8')).toBe('hello');
  });

  it('leaves out what it may not read and says so', () => {
    bench.put('s/open', 'x');
    chmodSync(bench.put('s/shut', 'x'), 0);
    chmodSync(bench.cwd, 0o777);
    const answer = asNobody('file.archive.create', { paths: ['s'], output: 'o.tar' }, bench.cwd);
    expect(answer).toMatchObject({
      entries: 2,
      complete: false,
      skipped: [{ path: 's/shut', reason: 'permission denied' }],
    });
  });
});

type Member = {
  name: string | Buffer;
  data?: string;
  mode?: number;
  host?: number;
  size?: number;
  flags?: number;
  offset?: number;
};

/** A zip by hand, so that it can lie. */
function makeZip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, data = '', mode = 0o100644, host = 3, size, flags = 0, offset } of members) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const raw = Buffer.isBuffer(name) ? name : Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? bytes.length, 18);
    common.writeUInt16LE(raw.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, raw, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(host === 3 ? (mode << 16) >>> 0 : 0, 6);
    rest.writeUInt32LE(offset ?? at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, host]), common, rest, raw]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** A tar by hand. */
function makeTar(members: readonly { name: string; kind?: string; link?: string; data?: string }[]): Buffer {
  const blocks = members.flatMap(({ name, kind = '0', link = '', data = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\x000000000\x000000000\0', 100, 'latin1');
    header.write(`${Buffer.byteLength(data).toString(8).padStart(11, '0')}\x0000000000000\0        `, 124, 'latin1');
    header.write(kind, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257, 'latin1');
    header.write(
      `${header
        .reduce((a, b) => a + b, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(data) / 512) * 512);
    body.write(data);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

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
    await expect(quick('file.archive.extract', { archive: 'evil.bin', destination: 'x' }, cwd)).rejects.toThrow(words);
    expect(readdirSync(cwd)).toEqual(['evil.bin']);
    expect(readdirSync(bench.cwd)).toEqual(['in']);
    expect(existsSync('/tmp/evil')).toBe(false);
    if (words === 'overlaps') return;
    const listed = await quick('file.archive.list', { archive: 'evil.bin' }, cwd);
    expect(listed.safe).toBe(false);
    expect(JSON.stringify(listed.dangers)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('bombs are refused by what they would take, before anything is written', async () => {
    bench.put('b.zip', makeZip([{ name: 'zeros', data: '\0'.repeat(20_000_000) }]));
    expect(
      await runRefused('file.archive.extract', { archive: 'b.zip', destination: 'x', max_bytes: 1_000_000 }, at()),
    ).toContain('more than 1000000 bytes');
    bench.put('b.tgz', gzipSync(makeTar([{ name: 'zeros', data: '\0'.repeat(20_000_000) }])));
    await expect(
      quick('file.archive.extract', { archive: 'b.tgz', destination: 'x', max_bytes: 1_000_000 }, bench.cwd),
    ).rejects.toThrow('more than 1000000 bytes');
    bench.put('many.tar', makeTar(Array.from({ length: 50 }, (_, i) => ({ name: `f${i}` }))));
    await expect(quick('file.archive.extract', { archive: 'many.tar', max_entries: 10 }, bench.cwd)).rejects.toThrow(
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
    await expect(quick('file.archive.extract', { archive: 'lie.zip', destination: 'x' }, bench.cwd)).rejects.toThrow(
      'larger than it says',
    );
    expect(readdirSync(bench.cwd)).toEqual(['lie.zip']);
  });

  it('no set-id bit comes out', async () => {
    bench.put('s.zip', makeZip([{ name: 'su', data: 'x', mode: 0o104755 }]));
    await quick('file.archive.extract', { archive: 's.zip', destination: 'x' }, bench.cwd);
    expect(lstatSync(here('x/su')).mode & 0o7000).toBe(0);
  });

  it('damage of any kind is one sentence', async () => {
    fillSource();
    for (const format of FORMATS) {
      await quick('file.archive.create', { paths: ['src'], output: `o.${format}` }, bench.cwd);
      const whole = readFileSync(here(`o.${format}`));
      writeFileSync(here('cut'), whole.subarray(0, whole.length * 0.6));
      await expect(
        quick('file.archive.extract', { archive: 'cut', destination: 'x' }, bench.cwd),
        format,
      ).rejects.toThrow(/damaged|not an archive/);
      expect(existsSync(here('x'))).toBe(false);
    }
    bench.put('text', 'hello');
    expect(await runRefused('file.archive.list', { archive: 'text' }, at())).toContain('is not an archive');
    bench.put('full/x');
    await expect(quick('file.archive.extract', { archive: 'o.zip', destination: 'full' }, bench.cwd)).rejects.toThrow(
      'exists already',
    );
  });
});
