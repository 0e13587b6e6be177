/** Tool `file_tail`: the last lines of a text file, found from its end. */
import { integer, optionalText, text } from '../arguments.ts';
import { readAt, withFile } from '../source-file.ts';
import { encodingOfFile, readLines } from '../text/lines.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { SHOWN_OF_LINE } from './head.ts';

const BLOCK_BYTES = 64 * 1024;
/** Bytes from the end in which lines are looked for: a line longer than this has no beginning worth finding. */
const FARTHEST = 64 * 1024 * 1024;

export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const count = integer(args, 'lines');
  return withFile(path, io.cwd, (file, size) => {
    const last = readAt(file, Math.max(0, size - BLOCK_BYTES), BLOCK_BYTES);
    const encoding = encodingOfFile(file, path, optionalText(args, 'encoding'), last);
    const from = beginOfLastLines(file, size, count, encoding);
    const lines: string[] = [];
    let cutLines = 0;
    for (const line of readLines(file, encoding, from)) {
      if (line.cut || line.text.length > SHOWN_OF_LINE) cutLines += 1;
      lines.push(line.text.slice(0, SHOWN_OF_LINE).toWellFormed());
      // The file may have grown while we read.
      if (lines.length > count) lines.shift();
    }
    return { path, size, encoding, lines, truncated: from > 0, cut_lines: cutLines };
  });
}

/** Offset of the first of the last `count` lines. In every encoding but UTF-16 a byte 0x0A is a line feed and nothing else. */
function beginOfLastLines(file: number, size: number, count: number, encoding: string): number {
  const wide = /^utf-16/i.test(encoding) ? (/be$/i.test(encoding) ? 'be' : 'le') : undefined;
  const end = wide === undefined ? size : size - (size % 2);
  let feeds = 0;
  for (let high = end; high > 0; ) {
    const low = Math.max(0, high - BLOCK_BYTES);
    if (end - low > FARTHEST) return high;
    const block = readAt(file, low, high - low);
    for (let i = block.length - 1; i >= 0; i -= 1) {
      if (block[i] !== 0x0a) continue;
      const after = afterFeed(block, i, low, wide);
      // A line feed at the very end closes the last line; it begins none.
      if (after === undefined || after >= end) continue;
      feeds += 1;
      if (feeds === count) return after;
    }
    high = low;
  }
  return 0;
}

/** Blocks start at even offsets, so a code unit never lies across two. */
function afterFeed(block: Buffer, i: number, low: number, wide: 'le' | 'be' | undefined): number | undefined {
  if (wide === undefined) return low + i + 1;
  const unit = (low + i) % 2 === 0 ? i : i - 1;
  const code = wide === 'le' ? block.readUInt16LE(unit) : block.readUInt16BE(unit);
  return code === 0x0a && i === (wide === 'le' ? unit : unit + 1) ? low + unit + 2 : undefined;
}
