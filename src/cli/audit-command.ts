/** `cap audit verify | list | show | export | prune`: whether the log holds, what stands in it, and how old ends are taken off. */
import type { Command } from 'commander';
import { type Link, type LogFile, ORIGIN, readEvent, verifyChain } from '../audit/chain.ts';
import type { AuditEvent } from '../audit/event.ts';
import type { AuditReport } from '../contract/audit-report.v1.ts';
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
/** A month: what most people can still explain. */
const DEFAULT_DAYS = 30;

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
    take(reply(list, (world) => listAnswer(limit, world, host.audit))),
  );

  const show = audit.command('show').description('All events of one operation.');
  show.argument('<operation>', 'the operation_id of a run, or the number of an event');
  finish(show, ['cap audit show 0123456789abcdef0123456789abcdef']);
  show.action((operation: string) => take(reply(show, (world) => showAnswer(operation, world, host.audit))));

  const save = audit.command('export').description('Write all events to a file, one JSON document a line.');
  save.requiredOption('-o, --output <file>', 'the file; replaced as a whole');
  finish(save, ['cap audit export -o audit.jsonl']);
  save.action(({ output }: { output: string }) => take(reply(save, (world) => exportAnswer(output, world, host))));

  const prune = audit.command('prune').description('Remove whole log files that are older than some days.');
  prune.option('--days <n>', `how many days are kept (${DEFAULT_DAYS} when left out)`);
  finish(prune, ['cap audit prune', 'cap audit prune --days 90']);
  prune.action(({ days = String(DEFAULT_DAYS) }: { days?: string }) =>
    take(reply(prune, () => pruneAnswer(days, host.audit))),
  );
}

async function verifyAnswer(noted: string | undefined, { audit, recovery }: Host): Promise<Answer> {
  const mark = noted === undefined ? undefined : linkOf(noted);
  if (mark === null) {
    const expected = 'SEQ:HASH, as end of an earlier verify says it';
    return refusalAnswer(refuse('usage', { path: '--noted', expected, received: noted ?? '' }));
  }
  const { files, head, anchor } = await audit.read();
  const operations = await sentOperations(files, head?.base ?? ORIGIN, recovery);
  const around = { anchor, operations, ...(mark === undefined ? {} : { noted: mark }) };
  const { events, findings } = verifyChain(files, head, around);
  const holds = findings.length === 0;
  const report = { total: events, holds, findings: [...findings], ...endOf(head?.last) };
  return document({ command: 'verify', ...report }, holds ? 0 : DOES_NOT_HOLD);
}

/** What the journal says was sent: the intent of each stands in the log, unless it is older than what is kept. */
async function sentOperations(files: readonly LogFile[], base: Link, recovery: Host['recovery']): Promise<string[]> {
  const first = base.seq === 0 ? undefined : readEvent(files[0]?.lines[0] ?? '');
  return (await recovery.entries()).flatMap(({ entry }) => {
    const sent = entry.history.find(({ state }) => state === 'sent');
    return sent === undefined || sent.time < (first?.time ?? '') ? [] : [entry.operation_id];
  });
}

function linkOf(text: string): Link | null {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
}

function endOf(last: Link | undefined) {
  return last === undefined || last.seq === 0 ? {} : { end: { seq: last.seq, hash: last.hash } };
}

async function exportAnswer(output: string, world: World, { audit, catalog }: Host): Promise<Answer> {
  const events = await visibleEvents(world, audit);
  if (isRefusal(events)) return refusalAnswer(events);
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const failed = await catalog.write(output, new TextEncoder().encode(text));
  if (failed !== null) return refusalAnswer(failed);
  const { head } = await audit.read();
  return document({ command: 'export', total: events.length, file: output, ...endOf(head?.last) });
}

async function listAnswer(limit: string, world: World, audit: Host['audit']): Promise<Answer> {
  const count = integerOr(limit);
  if (typeof count !== 'number' || count < 1) return refusalAnswer(number('--limit', limit));
  const events = await visibleEvents(world, audit);
  if (isRefusal(events)) return refusalAnswer(events);
  return document({ command: 'list', total: events.length, events: events.slice(-count).reverse() });
}

async function showAnswer(operation: string, world: World, audit: Host['audit']): Promise<Answer> {
  const events = await visibleEvents(world, audit);
  if (isRefusal(events)) return refusalAnswer(events);
  const found = events.filter((event) => event.operation_id === operation || String(event.seq) === operation);
  if (found.length > 0) return document({ command: 'show', events: found });
  return refusalAnswer(
    refuse('result_not_found', { message: 'The log holds no such operation.', received: operation }),
  );
}

async function pruneAnswer(days: string, audit: Host['audit']): Promise<Answer> {
  const count = integerOr(days);
  if (typeof count !== 'number' || count < 1) return refusalAnswer(number('--days', days));
  const removed = await audit.prune(count);
  if ('kind' in removed) return refusalAnswer(refuse('state_unavailable', { message: `${removed.message}.` }));
  return document({ command: 'prune', removed: [...removed] });
}

/** What is hidden from this caller now is hidden in what was run before, too. */
async function visibleEvents(world: World, audit: Host['audit']): Promise<(AuditReport['events'] & object) | Refusal> {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  const { hidden } = govern(policy, snapshot, world.caller);
  const { files } = await audit.read();
  return files
    .flatMap(({ lines }) => lines)
    .map((line) => readEvent(line))
    .filter((event): event is AuditEvent => event !== undefined && hidden?.(event.canonical_path) !== true)
    .map(({ arguments: values, masked, ...event }) => ({
      ...event,
      details: { ...event.details },
      ...(values === undefined ? {} : { arguments: { ...values } }),
      ...(masked === undefined ? {} : { masked: [...masked] }),
    }));
}

function number(option: string, received: string): Refusal {
  return refuse('usage', { message: `${option} takes a whole number from 1.`, path: option, received });
}

function document(report: Omit<AuditReport, 'version'>, exitCode = 0): Answer {
  return { exitCode, body: `${JSON.stringify({ version: 'audit-report.v1', ...report })}\n` };
}

function finish(command: Command, examples: readonly string[]): void {
  addEverywhere(command).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
}
