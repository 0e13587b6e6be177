/** Tool `image_convert`: a picture in another format, by ImageMagick. */
import { optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { makePicture } from './magick.ts';

/** Arguments: `path`, `output`, `quality`, `background` (#ffffff), `strip_metadata`, `overwrite`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const background = optionalText(args, 'background') ?? '#ffffff';
  if (!/^#[0-9A-Fa-f]{6}$/.test(background)) {
    throw new ToolFailure('argument "background" must be a colour such as #ffffff', 'invalid_arguments');
  }
  return await makePicture(args, io, background, () => []);
}
