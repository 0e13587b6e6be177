/** `cap audit verify | list | show | export | prune`: whether the log holds, what stands in it, and how old ends are taken off. */
import { type Command, Option } from 'commander';
import { type Link, type LogFile, ORIGIN, readEvent, verifyChain } from '../audit/chain.ts';
import type { AuditEvent } from '../audit/event.ts';
import { EXPORT_FORMATS, type ExportFormat, exportText, isExportStart, TIME_PATTERN, within } from '../audit/export.ts';
import type { AuditReport } from '../contract/audit-report.v1.ts';
import { AUDIT_DAYS, JOURNAL_DAYS } from '../policy/settings.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import type { Reply } from './reply.ts';
import { integerOr } from './request.ts';

/** The exit code of a log that was tampered with. */
const DOES_NOT_HOLD = 2;
const DEFAULT_LIMIT = 20;

export function addAuditCommands(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const audit = program.command('audit').description('Verify and read the log of what was run.');
  addEverywhere(audit).addHelpText('after', exitCodesHelp());
  const reply = async (command: Command, work: (world: World) => Promise<Answer>): Promise<Reply> => {
    const everywhere = everywhereOf(command);
    const help = `cap audit ${command.name()} --help`;
    return { answer: await work(host.world(everywhere.snapshot)), everywhere, help };
  };

  const verify = audit.command('verify').description('Find any edit, deletion, reordering, cut or loss.');
  verify.option('--noted <seq:hash>', 'the end of an earlier verify: that event must still be there as it was');
  finish(verify, ['cap audit verify', 'cap audit verify --noted 42:0123…']);
  verify.action(({ noted }: { noted?: string }) => take(reply(verify, () => verifyAnswer(noted, host))));

  const list = audit.command('list').description('The newest events, the latest first.');
  list.option('--limit <n>', `most events (${DEFAULT_LIMIT} when left out)`);
  finish(list, ['cap audit list', 'cap audit list --limit 100 --json']);
  list.action(({ limit = String(DEFAULT_LIMIT) }: { limit?: string }) =>
    take(reply(list, (world) => listAnswer(limit, world, host))),
  );

  const show = audit
    .command('show')
    .description('All events of one operation, or of one call by its input_hash: question, answer and run.');
  show.argument('<operation>', 'the operation_id or the input_hash of a run, or the number of an event');
  finish(show, ['cap audit show 0123456789abcdef0123456789abcdef']);
  show.action((operation: string) => take(reply(show, (world) => showAnswer(operation, world, host))));

  const save = audit.command('export').description('Write events to a file: a JSON document a line, or a table.');
  save.requiredOption('-o, --output <file>', 'the file; an earlier export is replaced as a whole');
  save.option('--force', 'replace the file whatever it is');
  save.option('--since <time>', 'events from this time on, in UTC: 2026-01-31, 2026-01-31T12:00Z');
  save.option('--until <time>', 'events before this time');
  save.addOption(new Option('--format <form>', 'jsonl when left out').choices(EXPORT_FORMATS));
  finish(save, ['cap audit export -o audit.jsonl', 'cap audit export -o january.csv --since 2026-01-01 --format csv']);
  save.action((options: ExportOptions) => take(reply(save, (world) => exportAnswer(options, world, host))));

  const prune = audit
    .command('prune')
    .description(
      `Remove what is older: events of the log and traces of searches (--days); results, closed operations and placed scripts (the policy's journal_days, or ${JOURNAL_DAYS} days). A policy that keeps them longer wins.`,
    );
  prune.option('--days <n>', `how many days of the log and of traces are kept (the policy's, or ${AUDIT_DAYS})`);
  finish(prune, ['cap audit prune', 'cap audit prune --days 90']);
  prune.action(({ days }: { days?: string }) => take(reply(prune, (world) => pruneAnswer(days, world, host.audit))));
}

async function verifyAnswer(noted: string | undefined, host: Host): Promise<Answer> {
  const mark = noted === undefined ? undefined : linkOf(noted);
  if (mark === null) {
    const expected = 'SEQ:HASH, as end of an earlier verify says it';
    return refusalAnswer(refuse('usage', { path: '--noted', expected, received: noted ?? '' }));
  }
  const { log, events, holds, findings } = await checked(host, mark);
  return document({ command: 'verify', total: events, holds, findings, ...endOf(log.head?.last) });
}

/**
 * Whether the log holds, by everything that knows of it: what the journal says was sent, results and confirmations. They
 * are looked at first, as each of them is written after its event. What is older than what is kept of the log says nothing.
 */
async function checked({ audit, recovery }: Host, noted?: Link) {
  const others = await audit.witnesses();
  const sent = (await recovery.entries()).filter(({ entry }) => entry.history.some(({ state }) => state === 'sent'));
  const log = await audit.read();
  const { files, head, anchor } = log;
  const oldest = oldestOf(files, head?.base ?? ORIGIN);
  const witnesses = [
    ...others.filter(({ since }) => since >= oldest),
    // Its intent was written after it was prepared, and may have been the last that was old enough to go.
    ...sent
      .filter(({ entry }) => (entry.history[0]?.time ?? '') >= oldest)
      .map(({ entry }) => ({ by: 'the journal', operation: entry.operation_id })),
  ];
  const around = { anchor, witnesses, ...(noted === undefined ? {} : { noted }) };
  const { events, findings } = verifyChain(files, head, around);
  return { log, events, holds: findings.length === 0, findings: [...findings] };
}

/** When the oldest event was written, where others were removed by their age; later than any time where none is left. */
function oldestOf(files: readonly LogFile[], base: Link): string {
  if (base.seq === 0) return '';
  return readEvent(files.find(({ lines }) => lines.length > 0)?.lines[0] ?? '')?.time ?? '~';
}

function linkOf(text: string): Link | null {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
}

function endOf(last: Link | undefined) {
  return last === undefined || last.seq === 0 ? {} : { end: { seq: last.seq, hash: last.hash } };
}

type ExportOptions = {
  readonly output: string;
  readonly since?: string;
  readonly until?: string;
  readonly format?: ExportFormat;
  readonly force?: boolean;
};

async function exportAnswer(options: ExportOptions, world: World, host: Host): Promise<Answer> {
  const { output, since, until, format = 'jsonl', force = false } = options;
  for (const [option, time] of Object.entries({ '--since': since, '--until': until })) {
    if (time === undefined || TIME_PATTERN.test(time)) continue;
    const expected = 'a day or a time in UTC, as 2026-01-31 or 2026-01-31T12:00Z';
    return refusalAnswer(refuse('usage', { path: option, expected, received: time }));
  }
  const read = await readVisible(world, host);
  if (isRefusal(read)) return refusalAnswer(read);
  const chosen = within(read.events, since, until);
  const failed = await host.catalog.write(
    output,
    new TextEncoder().encode(exportText(chosen, format)),
    force ? () => true : isExportStart,
  );
  if (failed !== null) return refusalAnswer(failed);
  return document({ command: 'export', total: chosen.length, ...read.damage, file: output, ...endOf(read.last) });
}

async function listAnswer(limit: string, world: World, host: Host): Promise<Answer> {
  const count = integerOr(limit);
  if (typeof count !== 'number' || count < 1) return refusalAnswer(number('--limit', limit));
  const read = await readVisible(world, host);
  if (isRefusal(read)) return refusalAnswer(read);
  const { events, damage } = read;
  return document({ command: 'list', total: events.length, ...damage, events: events.slice(-count).reverse() });
}

async function showAnswer(operation: string, world: World, host: Host): Promise<Answer> {
  const read = await readVisible(world, host);
  if (isRefusal(read)) return refusalAnswer(read);
  const { events, damage } = read;
  const found = events.filter(({ operation_id: id, input_hash: hash, seq }) =>
    [id, hash, String(seq)].includes(operation),
  );
  if (found.length > 0) return document({ command: 'show', ...damage, events: found });
  const message =
    damage.holds === undefined
      ? 'The log holds no such operation.'
      : 'What can be read of the log holds no such operation, and the log was damaged: cap audit verify says where.';
  return refusalAnswer(refuse('result_not_found', { message, received: operation }));
}

/** Nobody takes away what a policy keeps. */
async function pruneAnswer(days: string | undefined, world: World, audit: Host['audit']): Promise<Answer> {
  const policy = world.policy();
  if (isRefusal(policy)) return refusalAnswer(policy);
  const { audit_days: kept, journal_days: journalDays = JOURNAL_DAYS } = policy.settings?.keep ?? {};
  const count = days === undefined ? (kept ?? AUDIT_DAYS) : integerOr(days);
  if (typeof count !== 'number' || count < 1) return refusalAnswer(number('--days', days ?? ''));
  if (kept !== undefined && count < kept) {
    return refusalAnswer(refuse('denied', { message: `A policy keeps the audit for ${kept} days.`, path: '--days' }));
  }
  const removed = await audit.prune(count);
  if ('kind' in removed) return refusalAnswer(refuse('state_unavailable', { message: `${removed.message}.` }));
  const records = await audit.pruneRecords(journalDays, count);
  return document({ command: 'prune', removed: [...removed.files], removed_events: removed.events, records });
}

type Visible = {
  readonly events: AuditReport['events'] & object;
  /** Of a damaged log what can be read is shown, and beside it what is wrong; nothing of one that holds. */
  readonly damage: Pick<AuditReport, 'findings' | 'holds'>;
  readonly last: Link | undefined;
};

/** What is hidden from this caller now is hidden in what was run before, too. */
async function readVisible(world: World, host: Host): Promise<Visible | Refusal> {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  const { hidden } = govern(policy, snapshot, world.caller);
  const { log, holds, findings } = await checked(host);
  const events = log.files
    .flatMap(({ lines }) => lines)
    .map((line) => readEvent(line))
    .filter((event): event is AuditEvent => event !== undefined && hidden?.(event.canonical_path) !== true)
    .map(({ arguments: values, masked, ...event }) => ({
      ...event,
      details: detailsFor(event, hidden),
      ...(values === undefined ? {} : { arguments: { ...values } }),
      ...(masked === undefined ? {} : { masked: [...masked] }),
    }));
  return { events, damage: holds ? {} : { holds, findings }, last: log.head?.last };
}

/** Who looked whether a change took effect is named there, too. */
function detailsFor({ details }: AuditEvent, hidden: ((id: string) => boolean) | undefined): AuditEvent['details'] {
  const { by, ...rest } = details;
  return typeof by === 'string' && hidden?.(by) !== true ? { ...details } : rest;
}

function number(option: string, received: string): Refusal {
  return refuse('usage', { message: `${option} takes a whole number from 1.`, path: option, received });
}

/** Of a log that was tampered with nothing is told with the code of a clean one. */
function document(report: Omit<AuditReport, 'version'>): Answer {
  const exitCode = report.holds === false ? DOES_NOT_HOLD : 0;
  return { exitCode, body: `${JSON.stringify({ version: 'audit-report.v1', ...report })}\n` };
}

function finish(command: Command, examples: readonly string[]): void {
  addEverywhere(command).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
}
