/** Where the data tools get their text from: an argument or a file, in whatever encoding. */
import { readFileSync } from 'node:fs';
import { optionalText } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import { decoderOf } from '../text/encoding.ts';
import { encodingOfFile } from '../text/lines.ts';
import { type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

/** Bytes of a document that is held in memory whole. */
const LARGEST = 128 * 1024 * 1024;

/** From the arguments `text` or `path`, of which exactly one must be there. */
export function sourceText(args: JsonObject, io: ToolIo): string {
  const [path, given] = [optionalText(args, 'path'), optionalText(args, 'text')];
  if ((path === undefined) === (given === undefined)) {
    throw new ToolFailure('give either path or text', 'invalid_arguments');
  }
  return given ?? fileText(path!, io);
}

/** A whole text file without its byte order mark. */
export function fileText(path: string, io: ToolIo): string {
  return withFile(path, io.cwd, (file, size) => {
    if (size > LARGEST) throw new ToolFailure(`${path} is larger than ${LARGEST} bytes`, 'not_supported');
    return decoderOf(encodingOfFile(file, path, undefined)).decode(readFileSync(file));
  });
}
