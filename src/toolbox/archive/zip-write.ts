/** Writing zip archives: UTF-8 names, Unix modes and links, deflate. No entry or archive of four gigabytes or more. */
import { closeSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { openSync, readlinkSync } from '../held-files.ts';
import { readAt } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import type { Source } from './sources.ts';

const LARGEST = 0xffffffff;
const MOST_ENTRIES = 0xffff;
const READ_BYTES = 256 * 1024;
/** Files up to this are compressed in one go. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** Version 2.0 for directories and deflate; made on Unix. */
const NEEDED = 20;
const MADE_BY = (3 << 8) | NEEDED;
const UTF8_NAMES = 0x800;

type Written = { readonly central: Buffer };

/** Writes everything to an open, empty file. */
export async function writeZip(sources: readonly Source[], output: number): Promise<void> {
  if (sources.length >= MOST_ENTRIES) {
    throw new ToolFailure(
      `zip holds fewer than ${MOST_ENTRIES} entries and these are ${sources.length}; take tar.gz`,
      'not_supported',
    );
  }
  let at = 0;
  const put = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; ) done += writeSync(output, bytes, done, bytes.length - done, at + done);
    at += bytes.length;
    if (at >= LARGEST) throw new ToolFailure('zip holds less than four gigabytes; take tar.gz', 'not_supported');
  };
  const written: Written[] = [];
  for (const source of sources) {
    const offset = at;
    const place = placeOf(source);
    // Sizes and checksum are known afterwards; the header is written again then.
    put(localHeader(place, { crc: 0, packed: 0, size: 0 }));
    const sums = await putContents(source, place.method, put);
    const end = at;
    at = offset;
    put(localHeader(place, sums));
    at = end;
    written.push({ central: centralHeader(place, sums, offset) });
  }
  const start = at;
  for (const { central } of written) put(central);
  put(endRecord(written.length, at - start, start));
}

type Place = {
  readonly name: Buffer;
  readonly method: 0 | 8;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly isDirectory: boolean;
};
type Sums = { readonly crc: number; readonly packed: number; readonly size: number };

function placeOf({ name, stat }: Source): Place {
  const isDirectory = stat.isDirectory();
  return {
    name: Buffer.from(isDirectory ? `${name}/` : name, 'utf8'),
    method: stat.isFile() && stat.size > 0 ? 8 : 0,
    mode: stat.mode,
    mtimeMs: stat.mtimeMs,
    isDirectory,
  };
}

async function putContents({ absolute, stat }: Source, method: 0 | 8, put: (bytes: Uint8Array) => void): Promise<Sums> {
  if (stat.isSymbolicLink()) {
    const target = Buffer.from(readlinkSync(absolute), 'utf8');
    put(target);
    return { crc: crc32(target), packed: target.length, size: target.length };
  }
  if (method === 0) return { crc: 0, packed: 0, size: 0 };
  if (stat.size >= LARGEST) throw new ToolFailure(`${absolute} is too large for zip; take tar.gz`, 'not_supported');
  const file = openSync(absolute, 'r');
  try {
    if (stat.size <= SMALL_BYTES) {
      const bytes = readAt(file, 0, stat.size);
      const packed = deflateRawSync(bytes);
      put(packed);
      return { crc: crc32(bytes), packed: packed.length, size: bytes.length };
    }
    let [crc, size, packed] = [0, 0, 0];
    const chunks = function* (): Generator<Uint8Array> {
      for (let chunk = readAt(file, 0, READ_BYTES); chunk.length > 0; chunk = readAt(file, size, READ_BYTES)) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    for await (const piece of Readable.from(chunks()).pipe(createDeflateRaw())) {
      put(piece);
      packed += piece.length;
    }
    return { crc, packed, size };
  } finally {
    closeSync(file);
  }
}

/** What local and central headers have in common, from version to the length of the extra field. */
function common({ name, method, mtimeMs }: Place, { crc, packed, size }: Sums, extraLength: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(NEEDED, 0);
  bytes.writeUInt16LE(UTF8_NAMES, 2);
  bytes.writeUInt16LE(method, 4);
  const date = new Date(Math.min(Math.max(mtimeMs, Date.UTC(1980, 0, 2)), Date.UTC(2107, 0, 1)));
  bytes.writeUInt16LE((date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1), 6);
  bytes.writeUInt16LE(((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(), 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  bytes.writeUInt16LE(extraLength, 24);
  return bytes;
}

/** The time in UTC: the one in the header has no zone. */
function timeField(mtimeMs: number): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.min(Math.max(Math.floor(mtimeMs / 1000), -0x80000000), 0x7fffffff), 5);
  return field;
}

function localHeader(place: Place, sums: Sums): Buffer {
  const extra = timeField(place.mtimeMs);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(place, sums, extra.length), place.name, extra]);
}

function centralHeader(place: Place, sums: Sums, offset: number): Buffer {
  const extra = timeField(place.mtimeMs);
  const made = Buffer.alloc(2);
  made.writeUInt16LE(MADE_BY, 0);
  const rest = Buffer.alloc(14);
  // Comment, disk and internal attributes are zero. Then mode and the DOS bit of a directory, and where the entry is.
  rest.writeUInt32LE((((place.mode & 0xffff) << 16) | (place.isDirectory ? 0x10 : 0)) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    made,
    common(place, sums, extra.length),
    rest,
    place.name,
    extra,
  ]);
}

function endRecord(count: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 0, 'latin1');
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}
