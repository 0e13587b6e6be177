/** Tool `log_errors_extract`: errors, warnings and traces of a log file, equal ones grouped. */
import { integer, oneOf, optionalInteger, optionalText, text } from './arguments.ts';
import { continues, type Level, levelOf, opensTraceback, shapeOf } from './log-errors.ts';
import { encodingOfFile, readLines, withFile } from './text-lines.ts';
import type { Json, JsonObject, ToolIo } from './tool.ts';

/** Characters of a line that are shown. */
const SHOWN = 1000;
/** Lines of one trace that are kept: deeper frames are the framework's. */
const STACK_LINES = 40;
/** Different messages kept at once, so that a log of noise does not fill the memory. */
const MOST_GROUPS = 20_000;

type Group = {
  level: Level;
  message: string;
  count: number;
  first_line: number;
  last_line: number;
  before: string[];
  stack: string[];
};

/** A report whose trace is still being read; its message may be the last line of the trace. */
type Open = { level: Level; line: number; message: string; before: string[]; stack: string[]; awaitsMessage: boolean };

/** Arguments: `path`, `level` (warning), `context` (2), `limit` (50), `encoding`. */
export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const lowest = oneOf(args, 'level', ['error', 'warning'], 'warning');
  const context = optionalInteger(args, 'context') ?? 2;
  const limit = Object.hasOwn(args, 'limit') ? integer(args, 'limit') : 50;
  const groups = new Map<string, Group>();
  const counts = { error: 0, warning: 0 };
  let complete = true;
  let open: Open | undefined;
  let lineNumber = 0;

  const close = (): void => {
    if (open === undefined) return;
    const { level, line, message, before, stack } = open;
    open = undefined;
    counts[level] += 1;
    if (level === 'warning' && lowest === 'error') return;
    const key = `${level}\n${shapeOf(message)}`;
    const known = groups.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.last_line = line;
    } else if (groups.size < MOST_GROUPS) {
      groups.set(key, { level, message, count: 1, first_line: line, last_line: line, before, stack });
    } else complete = false;
  };

  withFile(path, io.cwd, (file) => {
    const recent: string[] = [];
    for (const { text: whole } of readLines(file, encodingOfFile(file, path, optionalText(args, 'encoding')))) {
      lineNumber += 1;
      const line = whole.slice(0, SHOWN).toWellFormed();
      if (open !== undefined && belongs(line, open)) {
        if (open.stack.length < STACK_LINES) open.stack.push(line);
      } else if (open?.awaitsMessage === true && line.trim() !== '') {
        // The line below the frames of a Python trace says what happened; the logger's own line stays before it.
        if (open.stack.length < STACK_LINES) open.stack.push(line);
        open.message = opensTraceback(open.message) ? line : `${open.message} | ${line}`;
        open.awaitsMessage = false;
      } else if (open !== undefined && open.stack.length === 0 && opensTraceback(line)) {
        // The logger's own line, and the trace below it: one report.
        open.stack.push(line);
        open.awaitsMessage = true;
      } else {
        close();
        const level = levelOf(whole);
        if (level !== undefined) {
          const before = [...recent];
          open = { level, line: lineNumber, message: line, before, stack: [], awaitsMessage: opensTraceback(line) };
        }
      }
      recent.push(line);
      if (recent.length > context) recent.shift();
    }
    close();
  });

  const sorted = [...groups.values()].sort(
    (a, b) =>
      Number(b.level === 'error') - Number(a.level === 'error') || b.count - a.count || a.first_line - b.first_line,
  );
  return {
    path,
    groups: sorted.slice(0, limit),
    total_groups: sorted.length,
    errors: counts.error,
    warnings: counts.warning,
    lines_read: lineNumber,
    truncated: sorted.length > limit,
    complete,
  };
}

/** Inside a trace an empty line is a pause and no end; a new trace below "during handling of" is the same report. */
function belongs(line: string, open: Open): boolean {
  if (continues(line)) return !(open.stack.length === 0 && /^\s/.test(line) && levelOf(line) !== undefined);
  const last = open.stack.at(-1) ?? '';
  return (
    (open.awaitsMessage && line.trim() === '') || (line.trim() === '' && /^panic:/.test(open.message) && last === '')
  );
}
