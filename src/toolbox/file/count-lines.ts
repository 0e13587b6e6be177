/** Tool `file_count_lines`: lines, words, characters and bytes of files, counted while they are read. */
import { TextDecoder } from 'node:util';
import { textList } from '../arguments.ts';
import { readAt, withFile } from '../source-file.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { Unreadable } from './walk.ts';

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 0x0a;
/** Blank, tab, line feed, vertical tab, form feed, carriage return. */
const isWhite = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

export function run(args: JsonObject, io: ToolIo): Json {
  const unreadable = new Unreadable();
  const files = textList(args, 'paths').flatMap((path) => {
    try {
      return [{ path, ...withFile(path, io.cwd, count) }];
    } catch (error) {
      unreadable.add(path, (error as Error).message);
      return [];
    }
  });
  const sum = (of: (file: (typeof files)[number]) => number): number => files.reduce((all, file) => all + of(file), 0);
  const total = {
    files: files.length,
    lines: sum(({ lines }) => lines),
    words: sum(({ words }) => words),
    bytes: sum(({ bytes }) => bytes),
  };
  return { files, total, ...unreadable.fields() };
}

function count(file: number) {
  let lines = 0;
  let words = 0;
  let characters = 0;
  let bytes = 0;
  let inWord = false;
  let last = LINE_FEED;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isUtf8 = true;
  for (;;) {
    const chunk = readAt(file, bytes, CHUNK_BYTES);
    for (const byte of chunk) {
      if (byte === LINE_FEED) lines += 1;
      const white = isWhite(byte);
      if (!white && !inWord) words += 1;
      inWord = !white;
      // Everything but a continuation byte begins a character.
      if ((byte & 0xc0) !== 0x80) characters += 1;
    }
    bytes += chunk.length;
    last = chunk.at(-1) ?? last;
    const isLast = chunk.length < CHUNK_BYTES;
    if (isUtf8) isUtf8 = decodesOn(decoder, chunk, isLast);
    if (isLast) break;
  }
  const endsWithNewline = bytes > 0 && last === LINE_FEED;
  return {
    lines: lines + (bytes > 0 && !endsWithNewline ? 1 : 0),
    words,
    characters: isUtf8 ? characters : null,
    bytes,
    ends_with_newline: endsWithNewline,
  };
}

function decodesOn(decoder: TextDecoder, chunk: Uint8Array, isLast: boolean): boolean {
  try {
    decoder.decode(chunk, { stream: !isLast });
    return true;
  } catch {
    return false;
  }
}
