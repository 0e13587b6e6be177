/**
 * Tool `text_replace`: replaces in UTF-8 files line by line and keeps marks, line ends, modes and every other byte. All files are
 * worked out before the first one is written.
 */
import { flag, integer, text } from '../arguments.ts';
import { replaceFile } from '../file/replace.ts';
import { Unreadable } from '../file/walk.ts';
import { readAt, withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { textFiles } from './files.ts';
import { type Pattern, patternOf } from './pattern.ts';

/** Bytes of a file that is replaced in: it is held in memory twice. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** Files that are listed; lines of each that are shown, and characters of a line. */
const LISTED = 200;
const SAMPLES = 5;
const SHOWN = 300;

type Change = {
  readonly path: string;
  readonly absolute: string;
  readonly replacements: number;
  readonly samples: { line: number; before: string; after: string }[];
};

export function run(args: JsonObject, io: ToolIo): Json {
  const pattern = patternOf(args);
  const replacement = text(args, 'replacement');
  if (replacement.includes('\0')) throw new ToolFailure('the replacement holds a NUL character', 'invalid_arguments');
  const preview = flag(args, 'preview');
  const most = integer(args, 'max_files');
  const skipped = new Unreadable();
  const changes: Change[] = [];
  for (const { path, absolute } of textFiles(args, io, skipped)) {
    const worked = attempt(path, absolute, skipped, () => workOut(absolute, pattern, replacement));
    if (worked === undefined) continue;
    const { replacements, samples } = worked;
    changes.push({ path, absolute, replacements, samples });
    if (changes.length > most && !preview) {
      throw new ToolFailure(
        `more than max_files (${most}) files would change; nothing was written`,
        'invalid_arguments',
      );
    }
  }
  const done = preview ? changes : changes.filter((change) => write(change, pattern, replacement, skipped));
  return {
    applied: !preview,
    files: done.slice(0, LISTED).map(({ path, replacements, samples }) => ({ path, replacements, samples })),
    total_files: done.length,
    total_replacements: done.reduce((sum, { replacements }) => sum + replacements, 0),
    skipped: skipped.places,
    truncated: done.length > LISTED,
    complete: skipped.count === 0,
  };
}

/** Worked out again from what the file holds now: the listing is not kept in memory, and a change in between is not lost. */
function write({ path, absolute }: Change, pattern: Pattern, replacement: string, skipped: Unreadable): boolean {
  const written = attempt(path, absolute, skipped, () => {
    const worked = workOut(absolute, pattern, replacement);
    if (worked !== undefined) replaceFile(absolute, Buffer.from(worked.after, 'utf8'));
    return worked;
  });
  return written !== undefined;
}

function attempt<T>(path: string, absolute: string, skipped: Unreadable, work: () => T | undefined): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolFailure && error.reason === 'failed') throw error;
    skipped.add(path, (error as Error).message.replace(absolute, path));
    return undefined;
  }
}

/** The new contents; undefined when nothing is found. Binary files hold nothing to replace; other encodings are refused. */
function workOut(absolute: string, pattern: Pattern, replacement: string) {
  const bytes = withFile(absolute, '/', (file, size) => {
    if (size > LARGEST_FILE) throw new ToolFailure(`is larger than ${LARGEST_FILE} bytes`, 'not_supported');
    return readAt(file, 0, size);
  });
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (bytes.includes(0) && !isWide) return undefined;
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolFailure('is not UTF-8: convert its encoding before', 'not_supported');
  }
  // Odd places are the line ends, kept as they are.
  const pieces = content.split(/(\r\n|\n|\r)/);
  const lines = pieces.filter((_, i) => i % 2 === 0);
  const results = pattern.replace(lines, replacement);
  const samples: { line: number; before: string; after: string }[] = [];
  let replacements = 0;
  for (const [i, result] of results.entries()) {
    if (result === undefined) continue;
    replacements += result.count;
    if (samples.length < SAMPLES) {
      samples.push({ line: i + 1, before: shown(lines[i]!), after: shown(result.text) });
    }
    pieces[2 * i] = result.text;
  }
  return replacements === 0 ? undefined : { after: pieces.join(''), replacements, samples };
}

function shown(line: string): string {
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN).toWellFormed()}…`;
}
