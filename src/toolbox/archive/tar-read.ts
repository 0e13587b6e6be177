/** Reading tar archives (ustar, pax, GNU long names) as a stream. Sparse files and other special entries are named "other". */

import { ToolFailure } from '../tool.ts';
import { ByteReader } from './bytes.ts';
import type { ArchiveEntry, ArchiveItem } from './entry.ts';
import { nameDecoder } from './names.ts';

const BLOCK = 512;
/** Bytes of a header that only holds names: more is an attack on memory. */
const LARGEST_NAMES = 1024 * 1024;
const READ_BYTES = 256 * 1024;

/** The stream does not begin like a tar archive. */
export class NotTar extends Error {}

type Names = { path?: string; linkpath?: string; size?: number; mtime?: number; sparse?: boolean };

/** Entry by entry; a stream that is no tar throws NotTar before the first. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem> {
  const reader = new ByteReader(source);
  try {
    let global: Names = {};
    let next: Names = {};
    for (let isFirst = true; ; isFirst = false) {
      const header = Buffer.from(await reader.take(BLOCK));
      if (header.length === 0 && !isFirst) return;
      const isEnd = header.length === BLOCK && !header.some((byte) => byte !== 0);
      if (isEnd && !isFirst) return;
      if (isEnd && (await reader.take(BLOCK)).every((byte) => byte === 0)) return;
      if (header.length < BLOCK || !checksumFits(header)) {
        if (isFirst) throw new NotTar();
        throw damaged('a header in it is broken');
      }
      const kind = String.fromCharCode(header[156]!);
      const size = next.size ?? readNumber(header, 124, 12);
      if (kind === 'x' || kind === 'g' || kind === 'L' || kind === 'K') {
        const names = await readNames(reader, kind, readNumber(header, 124, 12));
        if (kind === 'g') global = { ...global, ...names };
        else next = { ...next, ...names };
        continue;
      }
      const entry = entryOf(header, kind, size, { ...global, ...next });
      next = {};
      // A link's size says nothing about what follows.
      const length = kind === '1' || kind === '2' || kind === '5' ? 0 : size;
      let left = length;
      yield {
        entry,
        data: async function* () {
          while (left > 0) {
            const piece = await reader.some(Math.min(left, READ_BYTES));
            if (piece === undefined) throw damaged(`it ends within "${entry.name}"`);
            left -= piece.length;
            yield piece;
          }
        },
      };
      if (!(await reader.skip(left + ((BLOCK - (length % BLOCK)) % BLOCK))))
        throw damaged(`it ends within "${entry.name}"`);
    }
  } finally {
    await reader.close();
  }
}

const damaged = (what: string): ToolFailure => new ToolFailure(`the tar archive is damaged: ${what}`);

function entryOf(header: Buffer, kind: string, size: number, names: Names): ArchiveEntry {
  const name = names.path ?? joinedName(header);
  const isFile = kind === '0' || kind === '\0' || kind === '7';
  const isDirectory = kind === '5' || (isFile && name.endsWith('/'));
  const type = isDirectory
    ? 'directory'
    : kind === '2'
      ? 'symlink'
      : kind === '1'
        ? 'hardlink'
        : isFile && names.sparse !== true
          ? 'file'
          : 'other';
  return {
    // "./a" and "a" are the same entry.
    name: name.replace(/\/+$/, '').replace(/^(?:\.\/+)+/, ''),
    type,
    size: type === 'file' || type === 'other' ? size : 0,
    modified: (names.mtime ?? readNumber(header, 136, 12)) * 1000,
    mode: readNumber(header, 100, 8) & 0o7777,
    linkTarget: type === 'symlink' || type === 'hardlink' ? (names.linkpath ?? readText(header, 157, 100)) : null,
    encrypted: false,
  };
}

function joinedName(header: Buffer): string {
  const name = readText(header, 0, 100);
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? readText(header, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

async function readNames(reader: ByteReader, kind: string, size: number): Promise<Names> {
  if (size > LARGEST_NAMES)
    throw new ToolFailure('the tar archive is refused: a name in it is too long', 'invalid_arguments');
  const bytes = Buffer.from(await reader.take(size));
  if (bytes.length < size || !(await reader.skip((BLOCK - (size % BLOCK)) % BLOCK)))
    throw damaged('it ends within a name');
  if (kind === 'L') return { path: readText(bytes, 0, bytes.length) };
  if (kind === 'K') return { linkpath: readText(bytes, 0, bytes.length) };
  return readPax(bytes);
}

/** Records "LENGTH KEY=VALUE\n", the length counting itself. */
function readPax(bytes: Buffer): Names {
  const names: Names = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, blank));
    if (blank < 0 || !Number.isSafeInteger(length) || length <= blank - at || at + length > bytes.length) {
      throw damaged('a pax header in it is broken');
    }
    const record = bytes.subarray(blank + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    const key = record.toString('latin1', 0, Math.max(0, equals));
    const value = record.subarray(equals + 1);
    if (key === 'path') names.path = readText(value, 0, value.length);
    else if (key === 'linkpath') names.linkpath = readText(value, 0, value.length);
    else if (key === 'size') names.size = sizeOf(Number(value.toString('latin1')));
    else if (key === 'mtime') names.mtime = Number(value.toString('latin1')) || 0;
    else if (key.startsWith('GNU.sparse')) names.sparse = true;
    at += length;
  }
  return names;
}

/** Up to the first NUL. */
function readText(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  const name = end < 0 ? field : field.subarray(0, end);
  return nameDecoder([name])(name);
}

/** Octal digits, or for large values binary with the top bit set. */
function readNumber(header: Buffer, at: number, length: number): number {
  if ((header[at]! & 0x80) !== 0) {
    let value = header[at]! & 0x7f;
    for (let i = 1; i < length; i += 1) value = value * 256 + header[at + i]!;
    return sizeOf(value);
  }
  const digits = header
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim();
  if (digits === '') return 0;
  if (!/^[0-7]+$/.test(digits)) throw damaged('a number in it is not one');
  return sizeOf(Number.parseInt(digits, 8));
}

function sizeOf(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw damaged('a number in it is too large');
  return value;
}

/** The sum of all bytes of the header, its own field counted as blanks. */
function checksumFits(header: Buffer): boolean {
  const digits = header.toString('latin1', 148, 156).replace(/\0/g, ' ').trim();
  if (!/^[0-7]+$/.test(digits)) return false;
  let sum = 8 * 0x20;
  for (const [i, byte] of header.entries()) if (i < 148 || i >= 156) sum += byte;
  return sum === Number.parseInt(digits, 8);
}
