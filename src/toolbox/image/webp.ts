/** The header of a WebP: lossy, lossless, or extended with its chunks. */
import { readTiffTags } from './exif.ts';
import type { Bytes, Exif, ImageHeader } from './picture.ts';

/** Chunks that are walked for frames and EXIF: an hour of animation. */
const MOST_CHUNKS = 100_000;
const EXIF_BYTES = 64 * 1024;

const common = { format: 'webp', bitsPerChannel: 8 } as const;

export function readWebp(bytes: Bytes): ImageHeader | undefined {
  const start = bytes.at(0, 30);
  const kind = start.toString('latin1', 12, 16);
  if (kind === 'VP8 ') {
    if (start.readUIntBE(23, 3) !== 0x9d012a) return undefined;
    const width = start.readUInt16LE(26) & 0x3fff;
    const height = start.readUInt16LE(28) & 0x3fff;
    return { ...common, width, height, color: 'ycbcr', alpha: false, frames: 1, exif: null };
  }
  if (kind === 'VP8L') {
    if (start.readUInt8(20) !== 0x2f) return undefined;
    const packed = start.readUInt32LE(21);
    const width = (packed & 0x3fff) + 1;
    const height = ((packed >>> 14) & 0x3fff) + 1;
    return { ...common, width, height, color: 'rgb', alpha: ((packed >>> 28) & 1) === 1, frames: 1, exif: null };
  }
  if (kind !== 'VP8X') return undefined;
  const flags = start.readUInt8(20);
  const width = start.readUIntLE(24, 3) + 1;
  const height = start.readUIntLE(27, 3) + 1;
  const found = walkChunks(bytes);
  const frames = (flags & 0x02) === 0 ? 1 : found.frames;
  return { ...common, width, height, color: found.color, alpha: (flags & 0x10) !== 0, frames, exif: found.exif };
}

function walkChunks(bytes: Bytes): { frames: number; exif: Exif | null; color: ImageHeader['color'] } {
  let frames = 0;
  let exif: Exif | null = null;
  let color: ImageHeader['color'] = null;
  let offset = 12;
  for (let count = 0; count < MOST_CHUNKS && offset + 8 <= bytes.size; count += 1) {
    const head = bytes.at(offset, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (type === 'ANMF') frames += 1;
    if (type === 'VP8 ') color = 'ycbcr';
    if (type === 'VP8L') color = 'rgb';
    if (type === 'EXIF') {
      const block = bytes.at(offset + 8, Math.min(length, EXIF_BYTES));
      const body = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
      exif = readTiffTags(body)?.exif ?? null;
    }
    offset += 8 + length + (length % 2);
  }
  return { frames, exif, color };
}
