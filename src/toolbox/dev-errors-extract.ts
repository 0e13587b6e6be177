/**
 * Tool `dev_errors_extract`: the errors of a log file in groups. Lines are told apart by what does not change between
 * two occurrences: times, ids, numbers and quoted values are taken out.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneOf, optionalInteger, text } from './arguments.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from './tool.ts';

/** The last of a log; more would not be read by anyone and has to fit into memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_LINE = 4000;
const MAX_STACK_LINES = 40;

const ERROR =
  /\b(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|EMERG|ALERT)\b|\[(?:error|fatal|critical)\]|\b(?:level|lvl|severity)["']?\s{0,3}[=:]\s{0,3}["']?(?:error|fatal|critical|panic|err)\b|^panic: |\bpanicked at\b|^(?:error|fatal)(?:\[\w+\])?:|\b(?:Uncaught|Unhandled)\b|错误|异常|失败/;
const WARNING =
  /\bWARN(?:ING)?\b|\[warn(?:ing)?\]|\b(?:level|lvl|severity)["']?\s{0,3}[=:]\s{0,3}["']?warn(?:ing)?\b|^warning:|警告/;
const CALM =
  /\b(?:INFO|DEBUG|TRACE|NOTICE)\b|\[(?:info|debug|trace|notice)\]|\b(?:level|lvl|severity)["']?\s{0,3}[=:]\s{0,3}["']?(?:info|debug|trace|notice)\b/;
/** `SomeError: message`, `java.lang.SomeException: message`, `Exception in thread`. */
const EXCEPTION =
  /^(?:Exception in thread .*|(?:[A-Za-z_][\w$]*\.){0,20}[A-Z][\w$]*(?:Error|Exception|Failure|Interrupt|Exit)(?::.*)?)$/;
const STACK =
  /^(?:\s+\S|Caused by: |\.\.\. \d+ more|goroutine \d+|created by |stack backtrace:|During handling of the above|The above exception was)|^\s*at \S/;

type Group = {
  pattern: string;
  level: 'error' | 'warning';
  count: number;
  first_line: number;
  last_line: number;
  example: string;
  stack: string[];
};

/** Arguments: `file`, `level` error | warning (error), `limit` (50). */
export function run(args: JsonObject, io: ToolIo): Json {
  const file = resolve(io.cwd, text(args, 'file'));
  const warnings = oneOf(args, 'level', ['error', 'warning'], 'error') === 'warning';
  const limit = optionalInteger(args, 'limit') ?? 50;
  const { content, skipped, bytes } = readEnd(file);
  const lines = content.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const groups = new Map<string, Group>();
  let total = 0;
  for (let at = 0; at < lines.length; at++) {
    const found = findError(lines, at, warnings);
    if (found === undefined) continue;
    total++;
    const { level, headline, end } = found;
    const pattern = normalise(headline);
    const stack = lines.slice(at, Math.min(end + 1, at + MAX_STACK_LINES)).map((line) => line.slice(0, MAX_LINE));
    const group = groups.get(`${level} ${pattern}`);
    if (group === undefined) {
      const example = headline.slice(0, MAX_LINE);
      groups.set(`${level} ${pattern}`, {
        pattern,
        level,
        count: 1,
        first_line: at + 1,
        last_line: at + 1,
        example,
        stack: stack.length > 1 ? stack : [],
      });
    } else {
      group.count++;
      group.last_line = at + 1;
      if (group.stack.length === 0 && stack.length > 1) group.stack = stack;
    }
    at = end;
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || a.first_line - b.first_line);
  return {
    file,
    bytes,
    // Line numbers count from the part that was read.
    skipped_bytes_at_start: skipped,
    lines: lines.length,
    groups: sorted.slice(0, limit) as unknown as Json,
    total_groups: sorted.length,
    total_errors: total,
    truncated: sorted.length > limit,
  };
}

function findError(
  lines: readonly string[],
  at: number,
  warnings: boolean,
): { level: 'error' | 'warning'; headline: string; end: number } | undefined {
  const line = (lines[at] ?? '').slice(0, MAX_LINE);
  if (/^Traceback \(most recent call last\):/.test(line.trimStart())) {
    let end = at + 1;
    while (end < lines.length && /^\s/.test(lines[end] ?? '')) end++;
    return { level: 'error', headline: lines[end] ?? line, end: Math.min(end, lines.length - 1) };
  }
  const level =
    ERROR.test(line) && !isCalm(line)
      ? 'error'
      : EXCEPTION.test(line.trim())
        ? 'error'
        : WARNING.test(line)
          ? 'warning'
          : undefined;
  if (level === undefined || (level === 'warning' && !warnings)) return undefined;
  let end = at;
  while (end + 1 < lines.length && continues(lines[end + 1] ?? '')) end++;
  // A traceback that follows a logged error belongs to it: its last line names the exception.
  const next = lines[end + 1] ?? '';
  if (/^Traceback \(most recent call last\):/.test(next)) {
    end += 2;
    while (end < lines.length && /^\s/.test(lines[end] ?? '')) end++;
    return { level, headline: line, end: Math.min(end, lines.length - 1) };
  }
  if (EXCEPTION.test(next) && !STACK.test(line)) {
    end++;
    while (end + 1 < lines.length && continues(lines[end + 1] ?? '')) end++;
  }
  return { level, headline: line, end };
}

/** A line whose own level is lower only talks about errors. */
function isCalm(line: string): boolean {
  const calm = CALM.exec(line);
  if (calm === null) return false;
  const loud = ERROR.exec(line);
  return loud !== null && calm.index < loud.index;
}

function continues(line: string): boolean {
  return STACK.test(line) && !/^\s*$/.test(line) && !ERROR.test(line.trimStart().slice(0, 40))
    ? true
    : /^Caused by: /.test(line);
}

function normalise(line: string): string {
  return line
    .replace(/\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|\s?[+-]\d\d:?\d\d)?/g, '<time>')
    .replace(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\b0x[0-9a-f]+\b/gi, '<address>')
    .replace(/\b[0-9a-f]{12,64}\b/gi, '<id>')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<ip>')
    .replace(/"[^"]{0,500}"|'[^']{0,500}'/g, '<value>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500);
}

function readEnd(file: string): { content: string; skipped: number; bytes: number } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new ToolFailure(`${file} is not a file`, 'invalid_arguments');
    const length = Math.min(stat.size, MAX_BYTES);
    const buffer = Buffer.alloc(length);
    const got = readSync(descriptor, buffer, 0, length, stat.size - length);
    const content = buffer.toString('utf8', 0, got);
    const skipped = stat.size - length;
    // Where it begins in the middle of a line, that line is left out.
    return { content: skipped === 0 ? content : content.slice(content.indexOf('\n') + 1), skipped, bytes: stat.size };
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, file);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
