/**
 * Reading zip archives by their central directory, the one list of entries there is for us: names, sizes and contents all
 * come from it, so what was checked is what is unpacked. Sizes and checksums are held to what the list says.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { readAt } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import type { Archive, ArchiveEntry } from './entry.ts';
import { nameDecoder, readUtf8 } from './names.ts';

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** A comment may follow the end record. */
const LONGEST_COMMENT = 0xffff;
/** A central directory beyond this is not a list that anybody made by hand or by tool. */
const LARGEST_DIRECTORY = 1024 * 1024 * 1024;
const SIGNATURE = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, central: 0x02014b50, local: 0x04034b50 };
const READ_BYTES = 256 * 1024;

type ZipEntry = ArchiveEntry & {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly offset: number;
};

export function readZip(path: string): Archive {
  return {
    format: 'zip',
    items: async function* () {
      const file = openSync(path, 'r');
      try {
        const size = fstatSync(file).size;
        const entries = readDirectory(file, size);
        refuseOverlaps(entries, size);
        for (const entry of entries) {
          const whole = entry.type === 'symlink' ? { ...entry, linkTarget: await targetOf(file, entry) } : entry;
          yield { entry: whole, data: () => contents(file, entry) };
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

const damaged = (what: string): ToolFailure => new ToolFailure(`the zip archive is damaged: ${what}`);

function readDirectory(file: number, size: number): ZipEntry[] {
  const { count, length, offset } = findDirectory(file, size);
  if (length > LARGEST_DIRECTORY || offset + length > size) throw damaged('its list of entries is not inside');
  const bytes = readAt(file, offset, length);
  const raw: { header: Buffer; name: Buffer; extra: Buffer }[] = [];
  for (let at = 0; raw.length < count; ) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE.central) {
      throw damaged('its list of entries is cut');
    }
    const header = bytes.subarray(at, at + CENTRAL_BYTES);
    const [nameLength, extraLength] = [header.readUInt16LE(28), header.readUInt16LE(30)];
    const nameAt = at + CENTRAL_BYTES;
    raw.push({
      header,
      name: bytes.subarray(nameAt, nameAt + nameLength),
      extra: bytes.subarray(nameAt + nameLength, nameAt + nameLength + extraLength),
    });
    at = nameAt + nameLength + extraLength + header.readUInt16LE(32);
  }
  const decode = nameDecoder(raw.filter(({ header }) => !isUtf8(header)).map(({ name }) => name));
  return raw.map(({ header, name, extra }) => entryOf(header, name, extra, decode));
}

const isUtf8 = (header: Buffer): boolean => (header.readUInt16LE(8) & 0x800) !== 0;

function findDirectory(file: number, size: number): { count: number; length: number; offset: number } {
  const tailBytes = Math.min(size, END_BYTES + LONGEST_COMMENT);
  const tail = readAt(file, size - tailBytes, tailBytes);
  let at = tail.length - END_BYTES;
  while (
    at >= 0 &&
    !(tail.readUInt32LE(at) === SIGNATURE.end && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
  ) {
    at -= 1;
  }
  if (at < 0) throw damaged('it has no end record');
  const [count, length, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (count !== 0xffff && length !== 0xffffffff && offset !== 0xffffffff) return { count, length, offset };
  const locatorAt = size - tailBytes + at - LOCATOR_BYTES;
  const locator = locatorAt < 0 ? Buffer.alloc(0) : readAt(file, locatorAt, LOCATOR_BYTES);
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== SIGNATURE.locator64)
    return { count, length, offset };
  const end = readAt(file, number64(locator, 8), 56);
  if (end.length < 56 || end.readUInt32LE(0) !== SIGNATURE.end64) throw damaged('its 64-bit end record is missing');
  return { count: number64(end, 32), length: number64(end, 40), offset: number64(end, 48) };
}

function entryOf(header: Buffer, rawName: Buffer, extra: Buffer, decode: (name: Uint8Array) => string): ZipEntry {
  const host = header.readUInt8(5);
  const extras = readExtras(extra);
  const written = isUtf8(header)
    ? (readUtf8(rawName) ?? decode(rawName))
    : (unicodeName(extras, rawName) ?? decode(rawName));
  // Some DOS and Windows tools wrote their own separator, against the specification.
  const name = host === 0 && !written.includes('/') ? written.replaceAll('\\', '/') : written;
  const attributes = header.readUInt32LE(38);
  const unixMode = host === 3 ? attributes >>> 16 : 0;
  const kind = unixMode & 0o170000;
  const sizes = wideSizes(header, extras);
  const isDirectory = name.endsWith('/') || kind === 0o040000 || (host === 0 && (attributes & 0x10) !== 0);
  const isPlain = kind === 0 || kind === 0o100000;
  return {
    name: name.replace(/\/+$/, ''),
    type: isDirectory ? 'directory' : kind === 0o120000 ? 'symlink' : isPlain ? 'file' : 'other',
    size: isDirectory ? 0 : sizes.size,
    modified: timeOf(header, extras),
    mode: unixMode === 0 ? null : unixMode & 0o7777,
    linkTarget: null,
    encrypted: (header.readUInt16LE(8) & 1) !== 0,
    method: header.readUInt16LE(10),
    crc: header.readUInt32LE(16),
    packed: sizes.packed,
    offset: sizes.offset,
  };
}

function readExtras(extra: Buffer): ReadonlyMap<number, Buffer> {
  const extras = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    extras.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return extras;
}

/** Numbers of 32 bits that are full stand in the 64-bit field, in this order. */
function wideSizes(
  header: Buffer,
  extras: ReadonlyMap<number, Buffer>,
): { size: number; packed: number; offset: number } {
  const wide = extras.get(0x0001);
  let at = 0;
  const read = (narrow: number): number => {
    if (narrow !== 0xffffffff || wide === undefined || at + 8 > wide.length) return narrow;
    at += 8;
    return number64(wide, at - 8);
  };
  const size = read(header.readUInt32LE(24));
  const packed = read(header.readUInt32LE(20));
  return { size, packed, offset: read(header.readUInt32LE(42)) };
}

/** The name in UTF-8 beside an old one; it counts only while the old one is unchanged. */
function unicodeName(extras: ReadonlyMap<number, Buffer>, rawName: Buffer): string | undefined {
  const field = extras.get(0x7075);
  if (field === undefined || field.length < 5 || field.readUInt32LE(1) !== crc32(rawName)) return undefined;
  return readUtf8(field.subarray(5));
}

function timeOf(header: Buffer, extras: ReadonlyMap<number, Buffer>): number | null {
  const unix = extras.get(0x5455);
  if (unix !== undefined && unix.length >= 5 && (unix[0]! & 1) !== 0) return unix.readInt32LE(1) * 1000;
  const [time, date] = [header.readUInt16LE(12), header.readUInt16LE(14)];
  if (date === 0) return null;
  // The format keeps local time without a zone.
  return new Date(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ).getTime();
}

/** Entries that share bytes: how a few kilobytes become petabytes. */
function refuseOverlaps(entries: readonly ZipEntry[], size: number): void {
  let end = 0;
  for (const { name, offset, packed } of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (offset < end)
      throw new ToolFailure(`the zip archive is refused: "${name}" overlaps another entry`, 'invalid_arguments');
    end = offset + LOCAL_BYTES + packed;
    if (end > size) throw damaged(`"${name}" lies beyond its end`);
  }
}

async function* contents(file: number, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.encrypted) throw new ToolFailure(`"${entry.name}" is encrypted`, 'not_supported');
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ToolFailure(
      `"${entry.name}" is compressed by method ${entry.method}, which is not supported`,
      'not_supported',
    );
  }
  const local = readAt(file, entry.offset, LOCAL_BYTES);
  if (local.length < LOCAL_BYTES || local.readUInt32LE(0) !== SIGNATURE.local)
    throw damaged(`"${entry.name}" is not where it should be`);
  const start = entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = Readable.from(stored(file, start, entry.packed));
  const source: AsyncIterable<Uint8Array> = entry.method === 0 ? packed : packed.pipe(createInflateRaw());
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > entry.size) throw damaged(`"${entry.name}" is larger than it says`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ToolFailure ? error : damaged(`"${entry.name}": ${(error as Error).message}`);
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(`"${entry.name}" does not agree with its checksum`);
}

function* stored(file: number, start: number, length: number): Generator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const chunk = readAt(file, start + done, Math.min(READ_BYTES, length - done));
    if (chunk.length === 0) return;
    done += chunk.length;
    yield chunk;
  }
}

/** What a link points to is its contents. */
async function targetOf(file: number, entry: ZipEntry): Promise<string> {
  if (entry.size > 4096) throw damaged(`"${entry.name}" is a link with a target too long`);
  if (entry.encrypted) return '';
  const pieces: Uint8Array[] = [];
  for await (const piece of contents(file, entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function number64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a number in it is too large');
  return Number(value);
}
