/**
 * A picture made from another by ImageMagick: which program it is, what it may read and write, and how the result gets
 * into place. File names of the caller never reach its own little language ("coder:", "[0]", "%d", "@list").
 */
import { dirname, extname, join, resolve } from 'node:path';
import { flag, optionalInteger, text } from '../arguments.ts';
import { call } from '../call.ts';
import { symlinkSync } from '../held-files.ts';
import { checkTarget, putInPlace, withWorkspace } from '../output-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type ImageFile, readImageFile } from './header.ts';
import type { ImageFormat } from './picture.ts';

/** Extension of the output → the format it asks for. */
const WRITABLE = new Map<string, ImageFormat>([
  ['.png', 'png'],
  ['.jpg', 'jpeg'],
  ['.jpeg', 'jpeg'],
  ['.gif', 'gif'],
  ['.webp', 'webp'],
  ['.bmp', 'bmp'],
  ['.tif', 'tiff'],
  ['.tiff', 'tiff'],
  ['.avif', 'avif'],
]);
const ANIMATED: readonly ImageFormat[] = ['gif', 'webp'];
const WITHOUT_ALPHA: readonly ImageFormat[] = ['jpeg', 'bmp'];

/** Pixels of all frames beyond which a picture is refused: decoded it would fill the memory of a small machine. */
const MOST_PIXELS = 500_000_000;

export type Plan = { readonly source: ImageFile; readonly format: ImageFormat };

/**
 * Reads the arguments `path`, `output`, `quality`, `strip_metadata`, `overwrite`, runs the program with `options` of the
 * plan between the two pictures, and tells what came out.
 */
export async function makePicture(
  args: JsonObject,
  io: ToolIo,
  background: string,
  options: (plan: Plan) => string[],
): Promise<Json> {
  const path = text(args, 'path');
  const file = resolve(io.cwd, path);
  const format = formatOf(text(args, 'output'));
  const source = readImageFile(path, io.cwd);
  if (source.width * source.height * (source.frames ?? 1) > MOST_PIXELS) {
    throw new ToolFailure(`${path} has more than ${MOST_PIXELS} pixels`, 'not_supported');
  }
  const target = checkTarget(text(args, 'output'), io.cwd, flag(args, 'overwrite'));
  const isAnimated = (source.frames ?? 1) > 1 && ANIMATED.includes(source.format);
  const keepsFrames = isAnimated && ANIMATED.includes(format);
  const quality = optionalInteger(args, 'quality');
  const made = options({ source, format });
  return await withWorkspace(dirname(target.file), async (workspace) => {
    symlinkSync(file, join(workspace, 'source'));
    await magick(workspace, [
      `${source.format}:source${keepsFrames || source.format === 'heic' || source.format === 'avif' ? '' : '[0]'}`,
      ...(keepsFrames ? ['-coalesce'] : []),
      '-auto-orient',
      ...made,
      ...(WITHOUT_ALPHA.includes(format) ? ['-background', background, '-alpha', 'remove', '-alpha', 'off'] : []),
      ...(quality === undefined ? [] : ['-quality', String(quality)]),
      ...(flag(args, 'strip_metadata') ? ['-strip'] : []),
      ...(keepsFrames && format === 'gif' ? ['-layers', 'optimize'] : []),
      `${format}:made`,
    ]);
    const result = readImageFile('made', workspace);
    const replaced = putInPlace(join(workspace, 'made'), target);
    return {
      output: target.file,
      format: result.format,
      width: result.width,
      height: result.height,
      size_bytes: result.sizeBytes,
      frames: result.frames,
      replaced,
      original: { format: source.format, width: source.width, height: source.height, size_bytes: source.sizeBytes },
    };
  });
}

function formatOf(output: string): ImageFormat {
  const format = WRITABLE.get(extname(output).toLowerCase());
  if (format !== undefined) return format;
  const known = [...WRITABLE.keys()].join(', ');
  throw new ToolFailure(`the extension of ${output} names no picture format (${known})`, 'invalid_arguments');
}

/** Version 7 is called magick, version 6 convert; another program may be called convert, so it is asked who it is. */
async function magick(cwd: string, argv: readonly string[]): Promise<void> {
  for (const executable of ['magick', 'convert']) {
    let version: string;
    try {
      version = (await call(executable, ['-version'], { cwd })).stdout.toString('utf8');
    } catch (error) {
      if (error instanceof ToolFailure && error.reason === 'not_installed') continue;
      throw error;
    }
    if (!version.includes('ImageMagick')) continue;
    await call(executable, argv, { cwd });
    return;
  }
  throw new ToolFailure('ImageMagick is not installed (neither magick nor convert is on PATH)', 'not_installed');
}
