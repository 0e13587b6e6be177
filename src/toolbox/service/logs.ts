/**
 * Tool `service_logs`: the newest journal entries of one service.
 */
import { flag, oneOf, optionalInteger, optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { scopeOption, unitName } from './systemd.ts';

type Entry = { time: string; priority: string | null; pid: number | null; identifier: string | null; message: string };

const PRIORITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const;
/** Entries that are looked through for a text: more would take longer than anybody waits. */
const SEARCHED = 50_000;

/** Arguments: `name`, `scope`, `lines` (100), `since`, `until`, `priority` (debug), `text`, `this_boot` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const unit = unitName(args);
  const lines = optionalInteger(args, 'lines') ?? 100;
  const wanted = optionalText(args, 'contains')?.toLowerCase();
  const read = wanted === undefined ? lines + 1 : SEARCHED;
  const option = (name: string): string[] => {
    const value = optionalText(args, name);
    return value === undefined ? [] : [`--${name}=${value}`];
  };
  const argv = [
    '--output=json',
    '--no-pager',
    '--all',
    '--output-fields=MESSAGE,PRIORITY,_PID,SYSLOG_PID,SYSLOG_IDENTIFIER',
    scopeOption(args) === '--user' ? `--user-unit=${unit}` : `--unit=${unit}`,
    `--lines=${read}`,
    `--priority=${oneOf(args, 'priority', PRIORITIES, 'debug')}`,
    ...option('since'),
    ...option('until'),
    ...(flag(args, 'this_boot') ? ['--boot'] : []),
  ];
  const called = await call('journalctl', argv, { cwd: io.cwd, ok: [0, 1], env: { LC_ALL: 'C.UTF-8' } });
  const words = called.stderr.toString('utf8');
  if (/Failed to parse timestamp|parse.*(since|until)/i.test(words)) {
    throw new ToolFailure('"since" or "until" is no time that the journal understands', 'invalid_arguments');
  }
  const nothing = /No journal files were (found|opened)|no persistent journal was found/i.test(words);
  if (called.exitCode !== 0 && !nothing && words.trim() !== '') throw new ToolFailure(words.trim().slice(0, 2000));
  const all = parseJournal(called.stdout.toString('utf8'));
  const matching = wanted === undefined ? all : all.filter((entry) => entry.message.toLowerCase().includes(wanted));
  const entries = matching.slice(-lines);
  return {
    unit,
    entries,
    total: entries.length,
    truncated: matching.length > lines || (wanted !== undefined && all.length >= SEARCHED),
    complete:
      !/not seeing messages from other users|not opened due to insufficient permissions|nothing.*insufficient/i.test(
        words,
      ),
  };
}

/** One JSON object a line. A message that is no text comes as a list of bytes, and a field that is set twice as a list. */
export function parseJournal(output: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of output.split('\n')) {
    if (line.trim() === '') continue;
    const fields = JSON.parse(line) as { readonly [name: string]: unknown };
    const priority = PRIORITIES[Number(textOf(fields.PRIORITY) || Number.NaN)];
    const pid = textOf(fields._PID) || textOf(fields.SYSLOG_PID);
    entries.push({
      time: timeOf(textOf(fields.__REALTIME_TIMESTAMP)),
      priority: priority ?? null,
      pid: /^\d+$/.test(pid) ? Number(pid) : null,
      identifier: textOf(fields.SYSLOG_IDENTIFIER) || null,
      message: textOf(fields.MESSAGE),
    });
  }
  return entries;
}

function textOf(field: unknown): string {
  if (typeof field === 'string') return field;
  if (!Array.isArray(field)) return '';
  if (field.every((item) => typeof item === 'number')) return Buffer.from(field as number[]).toString('utf8');
  return textOf(field.at(-1));
}

/** Microseconds since 1970, more digits than a number needs to keep. */
function timeOf(microseconds: string): string {
  if (!/^\d{7,}$/.test(microseconds)) return '';
  const whole = new Date(Number(microseconds.slice(0, -6)) * 1000).toISOString().slice(0, 19);
  return `${whole}.${microseconds.slice(-6)}Z`;
}
