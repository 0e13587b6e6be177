/** Tool `codec_base64_encode`. */
import { readFileSync } from 'node:fs';
import { flag, optionalText } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

const LARGEST = 8 * 1024 * 1024;

export function run(args: JsonObject, io: ToolIo): Json {
  const [path, text] = [optionalText(args, 'path'), optionalText(args, 'text')];
  if ((path === undefined) === (text === undefined))
    throw new ToolFailure('give either path or text', 'invalid_arguments');
  const bytes = text !== undefined ? Buffer.from(text, 'utf8') : readSmall(path!, io);
  return { base64: bytes.toString(flag(args, 'url_safe') ? 'base64url' : 'base64'), bytes: bytes.length };
}

function readSmall(path: string, io: ToolIo): Buffer {
  return withFile(path, io.cwd, (file, size) => {
    if (size > LARGEST) throw new ToolFailure(`${path} is larger than ${LARGEST} bytes`, 'not_supported');
    return readFileSync(file);
  });
}
