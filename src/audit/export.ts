/** Events as a file that others read: one JSON document a line, or a table. Pure: events in, text out. */
import type { AuditEvent } from './event.ts';

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The start of a time in UTC as ISO 8601 writes it: a day, or a day and a time. */
export const TIME_PATTERN = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/;

/** Those from `since` on and before `until`; both are starts of a time, and what is left out is open. */
export function within<T extends Pick<AuditEvent, 'time'>>(
  events: readonly T[],
  since: string | undefined,
  until: string | undefined,
): T[] {
  // Times are written in one form, so that their order is that of their texts.
  const [from, to] = [since?.replace(/Z$/, ''), until?.replace(/Z$/, '')];
  return events.filter(({ time }) => (from === undefined || time >= from) && (to === undefined || time < to));
}

const VERSION: AuditEvent['version'] = 'audit-event.v1';

type Exported = Omit<AuditEvent, 'arguments' | 'masked' | 'details'> & {
  readonly arguments?: object | undefined;
  readonly masked?: readonly string[] | undefined;
  readonly details: { readonly [name: string]: unknown };
};

const COLUMNS: readonly [name: string, value: (event: Exported) => unknown][] = [
  ['seq', ({ seq }) => seq],
  ['time', ({ time }) => time],
  ['user', ({ user }) => user],
  ['kind', ({ kind }) => kind],
  ['operation_id', (event) => event.operation_id],
  ['canonical_path', (event) => event.canonical_path],
  ['tool_call_id', (event) => event.tool_call_id],
  ['input_hash', (event) => event.input_hash],
  ['status', ({ details }) => details.status],
  ['exit_code', ({ details }) => details.exit_code],
  ['duration_ms', ({ details }) => details.duration_ms],
  ['rule', ({ details }) => details.rule],
  ['approver', ({ details }) => details.approver],
  ['confirmed_by', ({ details }) => details.confirmed_by],
  ['message', ({ details }) => details.message],
  ['arguments', (event) => event.arguments],
  ['masked', ({ masked }) => masked?.join(' ')],
  ['details', ({ details }) => details],
  ['prev', ({ prev }) => prev],
  ['hash', ({ hash }) => hash],
];

export function exportText(events: readonly Exported[], format: ExportFormat): string {
  if (format === 'jsonl') {
    // The version first, whatever the order of the log: by it an export is known again.
    return events.map(({ version, ...event }) => `${JSON.stringify({ version, ...event })}\n`).join('');
  }
  const rows = events.map((event) => COLUMNS.map(([, value]) => cell(value(event))));
  return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Whether a file that begins like this was exported before, in either form; nothing at all is an export of no events. */
export function isExportStart(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  if (text === '' || text.startsWith(`${COLUMNS.map(([name]) => name).join(',')}\r\n`)) return true;
  return text.startsWith(`{"version":${JSON.stringify(VERSION)},`);
}

/** RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
