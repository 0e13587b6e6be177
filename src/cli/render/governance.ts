/** What governs a run, for a person: policy files and answers, doors, a yes, trusted catalogs, the audit, and what is open. */
import type { Approval } from '../../contract/approval.v1.ts';
import type { AuditReport } from '../../contract/audit-report.v1.ts';
import type { DoorsResponse } from '../../contract/doors.v1.ts';
import type { PolicyReport } from '../../contract/policy-report.v1.ts';
import type { RecoveryReport } from '../../contract/recovery-report.v1.ts';
import type { TrustReport } from '../../contract/trust-report.v1.ts';
import { counted } from './catalog-report.ts';
import { fold } from './fold.ts';
import { networkLines } from './run-plan.ts';
import { clean, type Paint, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

/** Foreign text on one line of its own. */
const line = (text: string): string => clean(text.replaceAll('\n', ' '));
const yesNo = (yes: boolean, paint: Paint, words: readonly [string, string]): string =>
  yes ? paint.green(words[0]) : paint.red(words[1]);

export function renderPolicy(report: PolicyReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines = report.files.map(({ level, path }) => `${level}  ${line(path)}`);
  if (lines.length === 0) lines.push('No policy file holds here.');
  for (const { file, line: row, column, message } of report.problems) {
    lines.push(`${paint.red('problem')}  ${line(file)}:${row}:${column}: ${line(message)}`);
  }
  for (const { file, line: row, column, message } of report.findings ?? []) {
    lines.push(`${paint.yellow('finding')}  ${line(file)}:${row}:${column}: ${line(message)}`);
  }
  if (report.compiled !== undefined) {
    const { path, believed, written, message } = report.compiled;
    const state = believed ? paint.green('compiled') : paint.yellow('not compiled');
    lines.push(`${state}  ${line(path)}${written ? ', written now' : ''}: ${line(message)}`);
  }
  if (report.usable)
    lines.push(`${paint.green('usable')}: ${counted(report.rules ?? 0, 'rule')}, mode ${report.mode ?? 'ask'}`);
  else lines.push(paint.red('Everything is denied until this is repaired.'));
  if (report.capability !== undefined) {
    const { canonical_path: id, origin, discover, describe, execute } = report.capability;
    const said = ({ rule, message }: { rule?: string | undefined; message?: string | undefined }) =>
      line([message, rule === undefined ? undefined : `(${rule})`].filter((part) => part !== undefined).join(' '));
    const rows = [
      ['discover', discover.allowed ? 'yes' : 'no', said(discover)],
      ['describe', describe.allowed ? 'yes' : 'no', said(describe)],
      ['execute', EXECUTE[execute.answer], said(execute)],
    ];
    const from = origin === undefined ? '' : paint.dim(`  ${ORIGIN[origin]}`);
    lines.push('', `${paint.cyan(line(id))}${from}`, table(['may', 'answer', 'because'], rows, screen.columns));
  }
  return shown(lines);
}

const ORIGIN = {
  builtin: 'inside the executable',
  project: 'of another catalog than the one inside',
  imported: 'of a catalog that others wrote',
} as const;

const EXECUTE = {
  allowed: 'without asking',
  caller: 'after a yes',
  human: 'after a human’s yes',
  denied: 'no',
} as const;

export function renderDoors(answer: DoorsResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const rows = answer.doors.map(({ name, open, reason, opens }) => {
    const how = opens === undefined ? '' : ` To open it: ${line(opens)}`;
    return [name, open ? 'open' : 'shut', `${line(reason)}${how}`];
  });
  const lines = [
    paint.cyan(line(answer.canonical_path)),
    table(['door', '', 'why'], rows, screen.columns, (text, column, row) => {
      if (row < 0) return paint.dim(text);
      return column === 1 ? yesNo(text.startsWith('open'), paint, [text, text]) : text;
    }),
  ];
  for (const { name, path, min_version: least, version } of answer.executables) {
    const wanted = least === undefined ? '' : ` (at least ${line(least)})`;
    const told = version === undefined ? 'version not asked' : `version ${line(version)}`;
    lines.push(`${line(name)}${wanted}: ${path === null ? paint.red('not found') : `${line(path)}, ${told}`}`);
  }
  if (answer.network !== undefined) lines.push(...networkLines(answer.network, screen));
  return shown(lines);
}

export function renderApproval({ canonical_path: id, summary }: Approval, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines = [`${paint.green('approved')}  ${line(id)}`, indented(summary, screen)];
  if (screen.next === undefined) return shown(lines);
  return shown([
    ...lines,
    'The call that waits may be typed once more now, with this at its end:',
    `  ${paint.bold(screen.next)}`,
  ]);
}

export function renderTrust({ command, trusted }: TrustReport, screen: Screen): Rendered {
  const done = {
    list: [],
    trust: ['It is trusted: its actions go by their own rules now.'],
    forget: ['It is forgotten.'],
  };
  if (trusted.length === 0) {
    return shown([...done[command], 'No catalog but the one inside is trusted.', 'Next: cap trust FILE']);
  }
  const rows = trusted.map(({ level, hash, note }) => [level, hash, line(note)]);
  return shown([...done[command], table(['by', 'SHA-256 of the file', 'was'], rows, screen.columns)]);
}

export function renderAudit(report: AuditReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines: string[] = [];
  for (const { file, line: row, message } of report.findings ?? []) {
    lines.push(`${paint.red('finding')}  ${line(file)}${row === 0 ? '' : `:${row}`}: ${line(message)}`);
  }
  if (report.events !== undefined && report.events.length > 0) {
    const rows = report.events.map((event) => {
      const { status, rule, message, approver, from, to } = event.details as Readonly<Record<string, unknown>>;
      const by = typeof approver === 'string' ? `by the ${approver} (uid ${event.user})` : undefined;
      const moved =
        typeof to === 'string' ? [`${from} → ${to}`, ...(by === undefined ? [] : [by])].join(' ') : undefined;
      const what = [status, rule, message, moved, by].find((one) => typeof one === 'string') as string | undefined;
      const id = event.canonical_path === '' ? [] : [event.canonical_path];
      const about = line([...id, ...(what === undefined ? [] : [what])].join(': '));
      return [String(event.seq), line(event.time).slice(0, 19), event.kind, line(event.operation_id), about];
    });
    lines.push(table(['event', 'time (UTC)', 'kind', 'operation', 'what'], rows, screen.columns));
    const { total = 0 } = report;
    if (report.command === 'list' && total > rows.length) {
      const all = screen.command(`cap audit list --limit ${total}`);
      lines.push(`The newest ${rows.length} of ${total}. All of them: ${paint.bold(all)}`);
    }
  } else if (report.command === 'list') lines.push('Nothing was run yet.');
  if (report.holds !== undefined) {
    const holds = yesNo(report.holds, paint, ['The log holds', 'The log does not hold']);
    lines.push(`${holds}: ${counted(report.total ?? 0, 'event')}.`);
  }
  if (report.end !== undefined) {
    lines.push(`Its end, to be noted down elsewhere: ${report.end.seq}:${report.end.hash}`);
  }
  if (report.file !== undefined) lines.push(`${counted(report.total ?? 0, 'event')} written to ${line(report.file)}`);
  if (report.command === 'prune') {
    lines.push(
      `${report.removed_events ?? 0} events removed, ${report.removed?.length ?? 0} files of the log with them.`,
    );
  }
  if (report.records !== undefined) {
    const { results, operations, traces, scripts } = report.records;
    const others = `${results} results, ${operations} closed operations, ${traces} files of traces`;
    lines.push(`${others} and ${scripts} placed scripts went with them.`);
  }
  return shown(lines);
}

export function renderRecovery(report: RecoveryReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines = report.operations.flatMap((one) => [
    `${paint.cyan(line(one.operation_id))}  ${line(one.canonical_path)}  ${one.state} since ${line(one.since)}`,
    ...(report.command === 'list' && Object.keys(one.arguments).length > 0
      ? [indented(`with ${JSON.stringify(one.arguments)}`, screen)]
      : []),
    ...steps(one.next, screen),
  ]);
  if (report.confirmation !== undefined) {
    const { summary, next } = report.confirmation;
    const [about, command] = next.split('; then ');
    lines.push(indented(summary, screen), indented(`${about}, then:`, screen), `  ${paint.bold(line(command ?? ''))}`);
  }
  if (report.verdict !== undefined) lines.push(`${line(report.verdict.by)}: ${line(report.verdict.message)}`);
  if (report.command === 'reset_circuits') lines.push('Calls that kept coming to nothing may be tried again.');
  else if (lines.length === 0) lines.push(paint.green('Nothing is open.'));
  return shown(lines);
}

const COMMAND = /(cap recover \w+ --(?:as (?:committed|rejected)|[a-z]+)(?: --snapshot (?:'[^']*'|[^\s';,]+))?)/;

/** What is typed stands on a line of its own and is never folded, so that it can be copied. */
function steps(text: string, screen: Screen): string[] {
  return line(text)
    .split(COMMAND)
    .flatMap((part) => {
      const words = part.trim();
      if (words === '') return [];
      return COMMAND.test(words) ? [`  ${words}`] : [indented(words, screen)];
    });
}

function indented(text: string, { columns }: Screen): string {
  return `  ${fold(line(text), columns - 2).replaceAll('\n', '\n  ')}`;
}

function shown(lines: readonly string[]): Rendered {
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}
