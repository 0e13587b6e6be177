/** Tool `text_encoding_detect`: encoding, mark and line ends of files, judged by their beginnings. */
import { textList } from '../arguments.ts';
import { Unreadable } from '../file/walk.ts';
import { readAt, withFile } from '../source-file.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { decoderOf, detectEncoding, lineEndingOf, SAMPLE_BYTES } from './encoding.ts';

/** Bytes that are judged: ASCII at the beginning of a large file says nothing of what follows, so more than a sample. */
const JUDGED_BYTES = 16 * SAMPLE_BYTES;
const SAMPLE_CHARACTERS = 60;

export function run(args: JsonObject, io: ToolIo): Json {
  const unreadable = new Unreadable();
  const files = textList(args, 'paths').flatMap((path) => {
    try {
      return [withFile(path, io.cwd, (file, size) => judge(path, readAt(file, 0, JUDGED_BYTES), size))];
    } catch (error) {
      unreadable.add(path, (error as Error).message);
      return [];
    }
  });
  return { files, ...unreadable.fields() };
}

function judge(path: string, bytes: Buffer, size: number) {
  const whole = bytes.length >= size;
  const { encoding, confidence, bom, ascii, candidates } = detectEncoding(bytes, whole);
  const text = encoding === null ? '' : decoderOf(encoding).decode(bytes, { stream: !whole });
  const name = encoding === 'utf-8' && ascii ? 'ascii' : encoding;
  return {
    path,
    encoding: name,
    confidence,
    bom,
    line_ending: lineEndingOf(text),
    candidates,
    sample: [...text.slice(0, 1000).trim()].slice(0, SAMPLE_CHARACTERS).join(''),
  };
}
