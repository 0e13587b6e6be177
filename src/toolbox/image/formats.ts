/** Headers of the formats that a few fixed fields describe: PNG, GIF, BMP, TIFF. */
import { readTiffTags } from './exif.ts';
import type { Bytes, ImageHeader } from './picture.ts';

/** Chunks before the pixels that are looked at: real files have a handful. */
const MOST_CHUNKS = 1000;
/** Bytes of a GIF whose frames are counted; in a larger one the number stays unknown. */
const MOST_GIF_BYTES = 256 * 1024 * 1024;
/** Bytes of an EXIF block that are read; it cannot be larger in a JPEG. */
const EXIF_BYTES = 64 * 1024;

const PNG_COLORS = new Map<number, { color: ImageHeader['color']; alpha: boolean }>([
  [0, { color: 'gray', alpha: false }],
  [2, { color: 'rgb', alpha: false }],
  [3, { color: 'palette', alpha: false }],
  [4, { color: 'gray', alpha: true }],
  [6, { color: 'rgb', alpha: true }],
]);

export function readPng(bytes: Bytes): ImageHeader | undefined {
  const start = bytes.at(0, 33);
  if (start.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const kind = PNG_COLORS.get(start.readUInt8(25));
  if (kind === undefined) return undefined;
  let alpha = kind.alpha;
  let frames = 1;
  let exif: ImageHeader['exif'] = null;
  let offset = 33;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const head = bytes.at(offset, 8);
    if (head.length < 8) break;
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (type === 'tRNS') alpha = true;
    if (type === 'acTL') frames = bytes.at(offset + 8, 4).readUInt32BE(0);
    if (type === 'eXIf') exif = readTiffTags(bytes.at(offset + 8, Math.min(length, EXIF_BYTES)))?.exif ?? null;
    if (type === 'IDAT' || type === 'IEND') break;
    offset += 12 + length;
  }
  return {
    format: 'png',
    width: start.readUInt32BE(16),
    height: start.readUInt32BE(20),
    bitsPerChannel: start.readUInt8(24),
    color: kind.color,
    alpha,
    frames,
    exif,
  };
}

export function readGif(bytes: Bytes): ImageHeader | undefined {
  const start = bytes.at(0, 13);
  const flags = start.readUInt8(10);
  const counted = bytes.size > MOST_GIF_BYTES ? undefined : countGif(bytes.at(0, bytes.size), 13 + tableBytes(flags));
  return {
    format: 'gif',
    width: start.readUInt16LE(6),
    height: start.readUInt16LE(8),
    bitsPerChannel: (flags & 7) + 1,
    color: 'palette',
    alpha: counted?.alpha ?? null,
    frames: counted?.frames ?? null,
    exif: null,
  };
}

/** Bytes of the colour table that the flags announce. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Walks the blocks; a file that breaks off counts the frames that are there. */
function countGif(data: Buffer, from: number): { frames: number; alpha: boolean } {
  let frames = 0;
  let alpha = false;
  let at = from;
  const skipBlocks = (): void => {
    while (at < data.length && data[at] !== 0) at += 1 + (data[at] ?? 0);
    at += 1;
  };
  while (at < data.length) {
    const kind = data[at];
    if (kind === 0x2c) {
      frames += 1;
      at += 10 + tableBytes(data[at + 9] ?? 0) + 1;
      skipBlocks();
    } else if (kind === 0x21) {
      if (data[at + 1] === 0xf9 && ((data[at + 3] ?? 0) & 1) === 1) alpha = true;
      at += 2;
      skipBlocks();
    } else break;
  }
  return { frames, alpha };
}

/** The oldest kind of header has 12 bytes and 16-bit sizes; a negative height means rows from the top. */
export function readBmp(bytes: Bytes): ImageHeader | undefined {
  const start = bytes.at(0, 30);
  const headerBytes = start.readUInt32LE(14);
  const isOld = headerBytes === 12;
  if (!isOld && headerBytes < 40) return undefined;
  const bits = isOld ? start.readUInt16LE(24) : start.readUInt16LE(28);
  return {
    format: 'bmp',
    width: isOld ? start.readUInt16LE(18) : start.readInt32LE(18),
    height: isOld ? start.readUInt16LE(20) : Math.abs(start.readInt32LE(22)),
    bitsPerChannel: bits <= 8 ? bits : bits === 16 ? 5 : 8,
    color: bits <= 8 ? 'palette' : 'rgb',
    alpha: bits === 32 ? null : false,
    frames: 1,
    exif: null,
  };
}

/** How a TIFF says its colours (PhotometricInterpretation). */
const TIFF_COLORS = new Map<number, ImageHeader['color']>([
  [0, 'gray'],
  [1, 'gray'],
  [2, 'rgb'],
  [3, 'palette'],
  [5, 'cmyk'],
  [6, 'ycbcr'],
]);

/** The directory may stand anywhere in the file, so it is read whole up to the size of a large photo. */
export function readTiff(bytes: Bytes): ImageHeader | undefined {
  const tags = readTiffTags(bytes.at(0, Math.min(bytes.size, MOST_GIF_BYTES)));
  if (tags?.width === undefined || tags.height === undefined) return undefined;
  return {
    format: 'tiff',
    width: tags.width,
    height: tags.height,
    bitsPerChannel: tags.bits ?? 1,
    color: TIFF_COLORS.get(tags.photometric ?? -1) ?? null,
    alpha: tags.extraSamples !== undefined && tags.extraSamples > 0,
    frames: tags.directories,
    exif: tags.exif,
  };
}
