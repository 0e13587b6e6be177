/** Tool `text_search`: lines of files that hold a text or fit an expression. Files are read as streams. */
import { integer, optionalText } from '../arguments.ts';
import { Unreadable } from '../file/walk.ts';
import { readAt, withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { decoderOf, detectEncoding, SAMPLE_BYTES } from './encoding.ts';
import { textFiles } from './files.ts';
import { readLines } from './lines.ts';
import { type Pattern, patternOf } from './pattern.ts';

/** Lines that are looked at together. */
const BATCH = 5000;
/** Said of a file that was searched as UTF-8 and may hold other words than were seen. */
const UNCERTAIN = 'its encoding is not certain, so it was read as UTF-8; name it with the argument encoding';
/** Characters of a line that are shown, around the match. */
const SHOWN = 400;

type Match = { path: string; line: number; column: number; text: string; before: string[]; after: string[] };

export function run(args: JsonObject, io: ToolIo): Json {
  const pattern = patternOf(args);
  const named = optionalText(args, 'encoding');
  if (named !== undefined) decoderOf(named);
  const limit = integer(args, 'limit');
  const context = integer(args, 'context');
  const unreadable = new Unreadable();
  const matches: Match[] = [];
  const sums = { total: 0, files_matched: 0, files_searched: 0, binary_skipped: 0 };
  for (const { path, absolute } of textFiles(args, io, unreadable)) {
    try {
      withFile(absolute, '/', (file) => {
        const guess =
          named === undefined ? encodingOf(readAt(file, 0, SAMPLE_BYTES)) : { encoding: named, certain: true };
        const { encoding } = guess;
        if (encoding === null) {
          sums.binary_skipped += 1;
          return;
        }
        sums.files_searched += 1;
        if (!guess.certain) unreadable.add(path, UNCERTAIN);
        const found = searchFile(file, encoding, pattern, context, limit - matches.length);
        sums.total += found.total;
        if (found.total > 0) sums.files_matched += 1;
        matches.push(...found.matches.map((match) => ({ path, ...match })));
      });
    } catch (error) {
      // An expression that takes too long is the caller's to change; a file that cannot be read is only one file.
      if (error instanceof ToolFailure && error.reason === 'failed') throw error;
      unreadable.add(path, (error as Error).message.replace(absolute, path));
    }
  }
  return { matches, ...sums, truncated: sums.total > matches.length, ...unreadable.fields() };
}

/** Without a name only what is certain is read as such; other bytes are read as UTF-8, where ASCII words are found all the same. */
function encodingOf(sample: Buffer): { encoding: string | null; certain: boolean } {
  const { encoding, confidence } = detectEncoding(sample, sample.length < SAMPLE_BYTES);
  const certain = encoding === null || encoding.startsWith('utf') || confidence === 'likely';
  return certain ? { encoding, certain } : { encoding: 'utf-8', certain };
}

function searchFile(file: number, encoding: string, pattern: Pattern, context: number, limit: number) {
  const matches: Omit<Match, 'path'>[] = [];
  let total = 0;
  let number = 0;
  let before: string[] = [];
  let batch: string[] = [];
  /** Matches that still wait for lines after them. */
  let open: { match: Omit<Match, 'path'>; missing: number }[] = [];
  const flush = (): void => {
    const results = pattern.find(batch);
    for (const [i, line] of batch.entries()) {
      number += 1;
      if (context > 0) {
        for (const one of open) {
          one.match.after.push(cut(line, 0));
          one.missing -= 1;
        }
        open = open.filter(({ missing }) => missing > 0);
      }
      const { at } = results[i]!;
      if (at >= 0) {
        total += 1;
        if (matches.length < limit) {
          const column = [...line.slice(0, at)].length + 1;
          const match = { line: number, column, text: cut(line, at), before: [...before], after: [] };
          matches.push(match);
          if (context > 0) open.push({ match, missing: context });
        }
      }
      if (context > 0) before = [...before.slice(before.length >= context ? 1 : 0), cut(line, 0)];
    }
    batch = [];
  };
  for (const { text } of readLines(file, encoding)) {
    batch.push(text);
    if (batch.length >= BATCH) flush();
  }
  flush();
  return { matches, total };
}

/** A long line in part, with the match in it. */
function cut(line: string, at: number): string {
  if (line.length <= SHOWN) return line;
  const from = Math.max(0, Math.min(at - SHOWN / 4, line.length - SHOWN));
  const part = line.slice(from, from + SHOWN).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN < line.length ? '…' : ''}`;
}
