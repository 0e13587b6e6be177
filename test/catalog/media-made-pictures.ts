/** Pictures made byte by byte, with exactly what a test wants in their headers. */
import { deflateSync } from 'node:zlib';
import { JPEG } from './media-pictures.ts';

/** A PNG of one colour with an alpha channel: real pixels, real chunks, right checksums. */
export function png(width: number, height: number, rgba: readonly [number, number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(rgba))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

type Entry = readonly [tag: number, type: number, count: number, value: number | Buffer];

/** An EXIF block in the byte order of most phones (big endian), with a camera, an orientation, a time and a place. */
function exif(): Buffer {
  const directory = (at: number, entries: readonly Entry[]): Buffer => {
    const head = Buffer.alloc(2 + entries.length * 12 + 4);
    head.writeUInt16BE(entries.length);
    const rest: Buffer[] = [];
    let end = at + head.length;
    entries.forEach(([tag, type, count, value], index) => {
      const place = 2 + index * 12;
      head.writeUInt16BE(tag, place);
      head.writeUInt16BE(type, place + 2);
      head.writeUInt32BE(count, place + 4);
      if (typeof value === 'number') {
        if (type === 3) head.writeUInt16BE(value, place + 8);
        else head.writeUInt32BE(value, place + 8);
      } else if (value.length <= 4) value.copy(head, place + 8);
      else {
        head.writeUInt32BE(end, place + 8);
        rest.push(value);
        end += value.length;
      }
    });
    return Buffer.concat([head, ...rest]);
  };
  const rationals = (...values: number[]): Buffer => {
    const data = Buffer.alloc(values.length * 8);
    values.forEach((value, index) => {
      data.writeUInt32BE(Math.round(value * 100), index * 8);
      data.writeUInt32BE(100, index * 8 + 4);
    });
    return data;
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf8');
  const main = (exifAt: number, gpsAt: number): Buffer =>
    directory(8, [
      [0x10f, 2, 5, text('Acme')],
      [0x110, 2, 9, text('Acme One')],
      [0x112, 3, 1, 6],
      [0x8769, 4, 1, exifAt],
      [0x8825, 4, 1, gpsAt],
    ]);
  const exifAt = 8 + main(0, 0).length;
  const times = directory(exifAt, [[0x9003, 2, 20, text('2024:03:01 10:20:30')]]);
  const gpsAt = exifAt + times.length;
  const gps = directory(gpsAt, [
    [1, 2, 2, text('S')],
    [2, 5, 3, rationals(33, 51, 30.6)],
    [3, 2, 2, text('E')],
    [4, 5, 3, rationals(151, 12, 36)],
  ]);
  const head = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  return Buffer.concat([head, main(exifAt, gpsAt), times, gps]);
}

/** A JPEG with an EXIF block right behind its start. */
export function photo(): Buffer {
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif()]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(block.length + 2);
  return Buffer.concat([JPEG.subarray(0, 2), Buffer.of(0xff, 0xe1), length, block, JPEG.subarray(2)]);
}

export function bmp(width: number, height: number): Buffer {
  const data = Buffer.alloc(54 + width * Math.abs(height) * 4);
  data.write('BM', 0, 'latin1');
  data.writeUInt32LE(data.length, 2);
  data.writeUInt32LE(54, 10);
  data.writeUInt32LE(40, 14);
  data.writeInt32LE(width, 18);
  data.writeInt32LE(height, 22);
  data.writeUInt16LE(1, 26);
  data.writeUInt16LE(24, 28);
  return data;
}
