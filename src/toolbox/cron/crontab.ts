/**
 * Crontabs as lines with a meaning, and this user's read and written through `crontab`. It knows no single question.
 */
import { call } from '../call.ts';
import { ToolFailure, type ToolIo } from '../tool.ts';

export type CronLine =
  | { readonly kind: 'job'; readonly job: CronJob }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string }
  | { readonly kind: 'other' };

export type CronJob = {
  readonly schedule: string;
  readonly command: string;
  /** Only system files say who runs it. */
  readonly runAs: string | null;
  /** Commented out. */
  readonly paused: boolean;
};

const WORDS = ['@reboot', '@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

type Field = { readonly name: string; readonly low: number; readonly high: number; readonly names: readonly string[] };
/** crontab(5); Sunday is 0 and 7. */
const FIELDS: readonly Field[] = [
  { name: 'minute', low: 0, high: 59, names: [] },
  { name: 'hour', low: 0, high: 23, names: [] },
  { name: 'day of month', low: 1, high: 31, names: [] },
  { name: 'month', low: 1, high: 12, names: MONTHS },
  { name: 'day of week', low: 0, high: 7, names: DAYS },
];

/** What is wrong with a schedule, in words; undefined when cron takes it. */
export function whatIsWrong(schedule: string): string | undefined {
  const text = schedule.trim();
  if (text.startsWith('@')) return WORDS.includes(text) ? undefined : `${text} is none of ${WORDS.join(', ')}`;
  const parts = text.split(/[ \t]+/);
  if (parts.length !== FIELDS.length) return `a schedule has five fields, not ${parts.length}`;
  for (const [i, field] of FIELDS.entries()) {
    const part = parts[i] ?? '';
    if (!part.split(',').every((item) => isItem(item, field))) return `"${part}" is no ${field.name}`;
  }
  return undefined;
}

function isItem(item: string, field: Field): boolean {
  const match = /^(?:\*|([0-9A-Za-z]+)(?:-([0-9A-Za-z]+))?)(?:\/(\d{1,3}))?$/.exec(item);
  if (match === null) return false;
  const [, from, to, step] = match;
  if (step !== undefined && Number(step) < 1) return false;
  if (from === undefined) return true;
  const low = numberFor(from, field);
  const high = to === undefined ? low : numberFor(to, field);
  return low !== undefined && high !== undefined && low <= high;
}

function numberFor(text: string, field: Field): number | undefined {
  const named = field.names.indexOf(text.toLowerCase());
  if (named >= 0) return named + (field.names === MONTHS ? 1 : 0);
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return number >= field.low && number <= field.high ? number : undefined;
}

/** `system`: the sixth field names a user. */
export function parseLine(line: string, system: boolean): CronLine {
  const plain = parseJob(line.trim(), system, false);
  if (plain !== undefined) return { kind: 'job', job: plain };
  const variable = /^\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z_][A-Za-z0-9_]*))\s*=\s*(.*?)\s*$/.exec(line);
  if (variable !== null) {
    const [, double, single, bare, value = ''] = variable;
    return { kind: 'variable', name: double ?? single ?? bare ?? '', value: value.replace(/^(["'])(.*)\1$/, '$2') };
  }
  const comment = /^\s*#+\s*(.*)$/.exec(line)?.[1];
  const paused = comment === undefined ? undefined : parseJob(comment.trim(), system, true);
  return paused === undefined ? { kind: 'other' } : { kind: 'job', job: paused };
}

function parseJob(text: string, system: boolean, paused: boolean): CronJob | undefined {
  const schedule = (/^@[a-z]+(?=[ \t])/.exec(text) ?? /^(?:[^ \t]+[ \t]+){4}[^ \t]+(?=[ \t])/.exec(text))?.[0];
  if (schedule === undefined || whatIsWrong(schedule) !== undefined) return undefined;
  const rest = text.slice(schedule.length).trim();
  const match = system ? /^(\S+)[ \t]+(.+)$/.exec(rest) : null;
  if (rest === '' || (system && match === null)) return undefined;
  return { schedule, command: match?.[2] ?? rest, runAs: match?.[1] ?? null, paused };
}

/** This user's crontab as lines; none at all is empty. */
export async function readCrontab(io: ToolIo): Promise<string[]> {
  const called = await call('crontab', ['-l'], { cwd: io.cwd, ok: [0, 1], env: { LC_ALL: 'C' } });
  const words = called.stderr.toString('utf8').trim();
  if (called.exitCode !== 0) {
    if (/no crontab for/i.test(words)) return [];
    if (/not allowed|permission denied|must be privileged/i.test(words))
      throw new ToolFailure(words, 'permission_denied');
    throw new ToolFailure(words === '' ? 'crontab -l failed' : words);
  }
  const lines = called.stdout.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Replaces this user's crontab and reads it back: cron itself checks what it installs. */
export async function writeCrontab(lines: readonly string[], io: ToolIo): Promise<void> {
  const content = lines.map((line) => `${line}\n`).join('');
  await call('crontab', ['-'], { cwd: io.cwd, stdin: content, env: { LC_ALL: 'C' } });
  const now = await readCrontab(io);
  if (now.join('\n') !== lines.join('\n')) throw new ToolFailure('the crontab does not read as it was written');
}

/** Jobs that cron will run. */
export function countJobs(lines: readonly string[]): number {
  return lines.filter((line) => {
    const parsed = parseLine(line, false);
    return parsed.kind === 'job' && !parsed.job.paused;
  }).length;
}
