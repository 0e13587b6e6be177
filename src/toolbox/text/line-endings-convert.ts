/** Tool `text_line_endings_convert`: all line ends of text files the same. It works on bytes and touches nothing else. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { flag, oneOf, textList } from '../arguments.ts';
import { replaceFile } from '../file/replace.ts';
import { Unreadable } from '../file/walk.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { lineEndingOf } from './encoding.ts';

const LARGEST_FILE = 256 * 1024 * 1024;

export function run(args: JsonObject, io: ToolIo): Json {
  const to = oneOf(args, 'to', ['lf', 'crlf'], 'lf');
  const preview = flag(args, 'preview');
  const skipped = new Unreadable();
  const changed: { path: string; before: string; lines: number }[] = [];
  let unchanged = 0;
  for (const path of textList(args, 'paths')) {
    try {
      const worked = workOut(path, to, io);
      if (worked === undefined) {
        unchanged += 1;
        continue;
      }
      if (!preview) replaceFile(resolve(io.cwd, path), worked.bytes);
      changed.push({ path, before: worked.before, lines: worked.lines });
    } catch (error) {
      skipped.add(path, (error as Error).message);
    }
  }
  return { applied: !preview, changed, unchanged, skipped: skipped.places, complete: skipped.count === 0 };
}

/** A lone CR is an old Mac line end; in every encoding but UTF-16 these bytes are nothing else. */
function workOut(path: string, to: 'lf' | 'crlf', io: ToolIo) {
  const bytes = withFile(path, io.cwd, (file, size) => {
    if (size > LARGEST_FILE) throw new ToolFailure(`${path} is larger than ${LARGEST_FILE} bytes`, 'not_supported');
    return readFileSync(file);
  });
  const hasWideMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (hasWideMark) throw new ToolFailure(`${path} is UTF-16`, 'not_supported');
  if (bytes.includes(0)) throw new ToolFailure(`${path} is not text`, 'not_supported');
  // Latin-1 maps each byte to one character and back.
  const text = bytes.toString('latin1');
  const end = to === 'lf' ? '\n' : '\r\n';
  let lines = 0;
  const after = text.replace(/\r\n|\r|\n/g, (found) => {
    if (found !== end) lines += 1;
    return end;
  });
  return lines === 0 ? undefined : { bytes: Buffer.from(after, 'latin1'), before: lineEndingOf(text), lines };
}
