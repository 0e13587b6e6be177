/** Tool `image_info`: what the headers of picture files say, one entry a file. */
import { extname } from 'node:path';
import { textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { readImageFile } from './header.ts';
import type { ImageFormat } from './picture.ts';

/** Extensions that say the format; any other says nothing. */
const EXTENSIONS = new Map<string, ImageFormat>([
  ['.png', 'png'],
  ['.apng', 'png'],
  ['.jpg', 'jpeg'],
  ['.jpeg', 'jpeg'],
  ['.jpe', 'jpeg'],
  ['.jfif', 'jpeg'],
  ['.gif', 'gif'],
  ['.webp', 'webp'],
  ['.bmp', 'bmp'],
  ['.dib', 'bmp'],
  ['.tif', 'tiff'],
  ['.tiff', 'tiff'],
  ['.heic', 'heic'],
  ['.heif', 'heic'],
  ['.avif', 'avif'],
]);

/** Argument: `paths`. */
export function run(args: JsonObject, io: ToolIo): Json {
  const paths = textList(args, 'paths');
  if (paths.length === 0) throw new ToolFailure('argument "paths" is empty', 'invalid_arguments');
  const images = paths.map((path) => describe(path, io.cwd));
  // One unreadable file among many is an entry; when there is only that one, it is the answer.
  const [only] = images;
  if (images.length === 1 && only !== undefined && only.error !== undefined) throw only.error;
  return { images: images.map(({ path, entry, error }) => ({ path, ...(entry ?? { error: error?.message ?? '' }) })) };
}

function describe(path: string, cwd: string): { path: string; entry?: JsonObject; error?: ToolFailure } {
  try {
    return { path, entry: entryOf(path, cwd) };
  } catch (error) {
    if (error instanceof ToolFailure) return { path, error };
    throw error;
  }
}

function entryOf(path: string, cwd: string): JsonObject {
  const image = readImageFile(path, cwd);
  const { exif } = image;
  const orientation = exif?.orientation ?? null;
  // From five on the picture lies on its side.
  const isTurned = orientation !== null && orientation >= 5;
  const extension = extname(path).toLowerCase();
  return {
    format: image.format,
    width: image.width,
    height: image.height,
    size_bytes: image.sizeBytes,
    bits_per_channel: image.bitsPerChannel,
    color: image.color,
    alpha: image.alpha,
    frames: image.frames,
    orientation,
    displayed_width: isTurned ? image.height : image.width,
    displayed_height: isTurned ? image.width : image.height,
    extension_matches: extension === '' ? null : EXTENSIONS.get(extension) === image.format,
    camera: exif?.camera ?? null,
    taken_at: exif?.takenAt ?? null,
    location: exif?.location ?? null,
  };
}
