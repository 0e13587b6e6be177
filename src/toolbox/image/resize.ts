/** Tool `image_resize`: a picture in another size, by ImageMagick. */
import { flag, oneOf, optionalInteger } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { makePicture } from './magick.ts';

/**
 * Arguments: `path`, `output`, `width` and `height` or `percent`, `mode` fit | fill | stretch (fit), `enlarge`,
 * `quality`, `strip_metadata`, `overwrite`.
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const options = geometry(args);
  return await makePicture(args, io, '#ffffff', () => options);
}

/** ">" only makes smaller, "!" ignores the proportions, "^" covers the box. */
function geometry(args: JsonObject): string[] {
  const width = optionalInteger(args, 'width');
  const height = optionalInteger(args, 'height');
  const percent = optionalInteger(args, 'percent');
  const mode = oneOf(args, 'mode', ['fit', 'fill', 'stretch'], 'fit');
  const onlySmaller = flag(args, 'enlarge') ? '' : '>';
  if (percent !== undefined) {
    if (width !== undefined || height !== undefined) {
      throw new ToolFailure('give either "percent" or "width" and "height"', 'invalid_arguments');
    }
    if (percent > 100 && onlySmaller !== '') {
      throw new ToolFailure('more than 100 percent needs "enlarge"', 'invalid_arguments');
    }
    return ['-resize', `${percent}%`];
  }
  if (width === undefined && height === undefined) {
    throw new ToolFailure('give "width", "height" or "percent"', 'invalid_arguments');
  }
  if (mode === 'fit') return ['-resize', `${width ?? ''}x${height ?? ''}${onlySmaller}`];
  if (width === undefined || height === undefined) {
    throw new ToolFailure(`mode ${mode} needs both "width" and "height"`, 'invalid_arguments');
  }
  if (mode === 'stretch') return ['-resize', `${width}x${height}!${onlySmaller}`];
  // What is smaller than the box in one direction stays so; the crop never adds anything.
  const crop = ['-gravity', 'center', '-crop', `${width}x${height}+0+0`, '+repage'];
  return ['-resize', `${width}x${height}^${onlySmaller}`, ...crop];
}
