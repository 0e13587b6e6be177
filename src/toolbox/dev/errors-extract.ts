/** Tool `dev_errors_extract`: errors, warnings and traces of a log file, equal ones grouped. */
import { oneOf, optionalInteger, text } from '../arguments.ts';
import { readAt, withFile } from '../source-file.ts';
import { encodingOfFile, readLines } from '../text/lines.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { continues, type Level, levelOf, opensTraceback, shapeOf } from './log-errors.ts';

/** Characters of a line that are shown. */
const SHOWN = 1000;
/** Lines of one trace that are kept: deeper frames are the framework's. */
const STACK_LINES = 40;
/** Different messages kept at once, so that a log of noise does not fill the memory. */
const MOST_GROUPS = 20_000;
/** Bytes from the end that are looked at: about ten seconds of work. */
const FARTHEST = 256 * 1024 * 1024;
const CHUNK = 1 << 20;

type Group = {
  pattern: string;
  level: Level;
  count: number;
  first_line: number;
  last_line: number;
  example: string;
  stack: readonly string[];
};

/** A report whose trace is still being read; the message of a Python trace is its last line. */
type Open = { level: Level; line: number; message: string; stack: string[]; awaitsMessage: boolean };

/** Arguments: `path`, `level` (error), `limit` (50). */
export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const lowest = oneOf(args, 'level', ['error', 'warning'], 'error');
  const limit = optionalInteger(args, 'limit') ?? 50;
  const found = new Groups(lowest);
  const { lines, skipped } = withFile(path, io.cwd, (file, size) => {
    const encoding = encodingOfFile(file, path, undefined);
    // The two bytes of a UTF-16 line end cannot be found by one.
    const start = size > FARTHEST && !/^utf-16/i.test(encoding) ? skip(file, size - FARTHEST) : { at: 0, lines: 0 };
    let lineNumber = start.lines;
    for (const line of readLines(file, encoding, start.at)) {
      lineNumber += 1;
      found.take(line.text, lineNumber);
    }
    found.close();
    return { lines: lineNumber, skipped: start.at };
  });
  const sorted = [...found.groups.values()].sort((a, b) => b.count - a.count || a.first_line - b.first_line);
  return {
    file: path,
    groups: sorted.slice(0, limit),
    total_groups: sorted.length,
    total_errors: found.counts.error,
    total_warnings: found.counts.warning,
    lines,
    skipped_bytes: skipped,
    truncated: sorted.length > limit,
    complete: found.complete && skipped === 0,
  };
}

class Groups {
  readonly groups = new Map<string, Group>();
  readonly counts = { error: 0, warning: 0 };
  complete = true;
  readonly #lowest: Level;
  #open: Open | undefined;

  constructor(lowest: Level) {
    this.#lowest = lowest;
  }

  take(whole: string, lineNumber: number): void {
    const line = whole.slice(0, SHOWN).toWellFormed();
    const open = this.#open;
    if (open !== undefined && belongs(line, open)) keep(open, line);
    else if (open?.awaitsMessage === true && line.trim() !== '') {
      // The line below the frames of a Python trace says what happened; the logger's own line stays before it.
      keep(open, line);
      open.message = opensTraceback(open.message) ? line : `${open.message} | ${line}`;
      open.awaitsMessage = false;
    } else if (open !== undefined && open.stack.length === 0 && line.startsWith('Traceback ') && opensTraceback(line)) {
      // The logger's own line and the trace below it are one report.
      keep(open, line);
      open.awaitsMessage = true;
    } else {
      this.close();
      const level = levelOf(whole);
      if (level === undefined) return;
      this.#open = { level, line: lineNumber, message: line, stack: [], awaitsMessage: opensTraceback(line) };
    }
  }

  /** Ends the report that is being read. */
  close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.counts[open.level] += 1;
    if (open.level === 'warning' && this.#lowest === 'error') return;
    const pattern = shapeOf(open.message);
    const key = `${open.level}\n${pattern}`;
    const known = this.groups.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.last_line = open.line;
      if (known.stack.length === 0) known.stack = open.stack;
    } else if (this.groups.size < MOST_GROUPS) {
      const { level, line, message, stack } = open;
      this.groups.set(key, { pattern, level, count: 1, first_line: line, last_line: line, example: message, stack });
    } else this.complete = false;
  }
}

function keep(open: Open, line: string): void {
  if (open.stack.length < STACK_LINES) open.stack.push(line);
}

/** A frame, the next cause, or an empty line where the trace goes on after one (Go, Python). */
function belongs(line: string, open: Open): boolean {
  if (line.trim() === '') return open.awaitsMessage || (open.stack.length === 0 && open.message.startsWith('panic:'));
  // An indented line right below a report may be a report of its own.
  return continues(line) && !(open.stack.length === 0 && levelOf(line) !== undefined && !line.startsWith('Caused by:'));
}

/** Beginning of the first line after `from`, and how many lines end before it. */
function skip(file: number, from: number): { at: number; lines: number } {
  let lines = 0;
  for (let position = 0; ; position += CHUNK) {
    const bytes = readAt(file, position, CHUNK);
    for (let i = bytes.indexOf(0x0a); i >= 0; i = bytes.indexOf(0x0a, i + 1)) {
      lines += 1;
      if (position + i >= from) return { at: position + i + 1, lines };
    }
    if (bytes.length < CHUNK) return { at: from, lines };
  }
}
