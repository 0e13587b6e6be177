/** Reading a text file line by line, whatever its size and encoding, with long lines cut. It knows no tool. */
import { readAt } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import { decoderOf, detectEncoding, SAMPLE_BYTES } from './encoding.ts';

/** Bytes at a time. */
const CHUNK_BYTES = 1 << 20;
/** Characters of a line that are kept: a line beyond that is data, not something to read. */
export const LONGEST_LINE = 1 << 20;

/** The encoding of an open file: the one named, or the one its beginning (or `sample`) looks like; refuses what is not text. */
export function encodingOfFile(file: number, path: string, named: string | undefined, sample?: Buffer): string {
  if (named !== undefined) {
    decoderOf(named);
    return named;
  }
  const start = readAt(file, 0, SAMPLE_BYTES);
  const first = detectEncoding(start, start.length < SAMPLE_BYTES);
  // Plain ASCII at the beginning says nothing of the rest.
  const { encoding } = first.ascii && sample !== undefined ? detectEncoding(sample, false) : first;
  if (encoding === null) throw new ToolFailure(`${path} is not text`, 'not_supported');
  return encoding;
}

export type Line = { readonly text: string; readonly cut: boolean; readonly ended: boolean };

/** The lines of an open file without their ends (LF or CRLF); `from` is the byte to start at, a line's beginning. */
export function* readLines(file: number, encoding: string, from = 0): Generator<Line> {
  const decoder = decoderOf(encoding);
  let rest = '';
  let cut = false;
  for (let position = from; ; ) {
    const bytes = readAt(file, position, CHUNK_BYTES);
    position += bytes.length;
    const isLast = bytes.length < CHUNK_BYTES;
    const pieces = (rest + decoder.decode(bytes, { stream: !isLast })).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield lineOf(piece, cut, true);
      cut = false;
    }
    if (rest.length > LONGEST_LINE) {
      rest = rest.slice(0, LONGEST_LINE);
      cut = true;
    }
    if (isLast) break;
  }
  if (rest !== '') yield lineOf(rest, cut, false);
}

function lineOf(piece: string, cut: boolean, ended: boolean): Line {
  const isLong = piece.length > LONGEST_LINE;
  const text = isLong ? piece.slice(0, LONGEST_LINE) : piece.endsWith('\r') ? piece.slice(0, -1) : piece;
  return { text: text.toWellFormed(), cut: cut || isLong, ended };
}
