/**
 * What the first bytes of a picture say: format, size, depth, frames and what a camera wrote. It decodes no pixel,
 * reads in small pieces, and gives up on anything that does not hold together. It knows no tool.
 */
import { readAt, withFile } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import { readBmp, readGif, readPng, readTiff } from './formats.ts';
import { readHeif } from './heif.ts';
import { readJpeg } from './jpeg.ts';
import type { Bytes, ImageHeader } from './picture.ts';
import { readWebp } from './webp.ts';

export type ImageFile = ImageHeader & { readonly sizeBytes: number };

/** Bytes that suffice to tell the formats apart. */
const SIGNATURE_BYTES = 32;

type Reader = (bytes: Bytes) => ImageHeader | undefined;

/** The header of a picture file. Throws ToolFailure: no file, no picture of a known format, a broken header. */
export function readImageFile(path: string, cwd: string): ImageFile {
  return withFile(path, cwd, (descriptor, size) => {
    const bytes: Bytes = { size, at: (offset, length) => readAt(descriptor, offset, length) };
    const reader = readerOf(bytes.at(0, SIGNATURE_BYTES));
    if (reader === undefined) {
      throw new ToolFailure(`${path} is no PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC or AVIF picture`, 'not_supported');
    }
    const header = readSafely(reader, bytes);
    if (header === undefined || header.width < 1 || header.height < 1) {
      throw new ToolFailure(`${path} is damaged: its header breaks off or contradicts itself`);
    }
    return { ...header, sizeBytes: size };
  });
}

function readerOf(start: Buffer): Reader | undefined {
  const text = start.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return readPng;
  if (text.startsWith('\xff\xd8\xff')) return readJpeg;
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return readGif;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return readWebp;
  if (text.startsWith('BM') && start.length >= 26) return readBmp;
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return readTiff;
  if (text.slice(4, 8) === 'ftyp') return readHeif;
  return undefined;
}

/** A number read past the end of the bytes is a broken file, not a fault of ours. */
function readSafely(reader: Reader, bytes: Bytes): ImageHeader | undefined {
  try {
    return reader(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
