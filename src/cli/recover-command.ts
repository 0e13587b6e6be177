/** `cap recover`: operations that came to no known end, what is safe to do about each, and how one is closed. */
import { type Command, Option } from 'commander';
import type { RecoveryReport } from '../contract/recovery-report.v1.ts';
import { isRefusal, refuse } from '../reason/refusal.ts';
import { type FoundEntry, type JournalState, mayMove, type Standing, standingOf } from '../run/journal.ts';
import { verifyStep } from '../run/repeat.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import type { Reply } from './reply.ts';

/** How an operation can be closed by whoever has looked. */
const ENDS = ['committed', 'rejected', 'compensated', 'handed_off'] as const satisfies readonly JournalState[];

type Options = { readonly as?: (typeof ENDS)[number]; readonly resetCircuits?: boolean };

export function addRecoverCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const recover = program
    .command('recover')
    .description('Show operations that came to no known end, and close one after looking at what it did.');
  recover.argument('[operation]', 'the operation_id of one that is to be closed');
  recover.addOption(new Option('--as <end>', 'how it turned out').choices(ENDS));
  recover.option('--reset-circuits', 'let calls that kept failing be tried again');
  const examples = ['cap recover', 'cap recover 0123456789abcdef0123456789abcdef --as committed'];
  addEverywhere(recover).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
  recover.action((operation: string | undefined, options: Options) =>
    take(
      (async () => {
        const everywhere = everywhereOf(recover);
        const answer = await recoverAnswer(operation, options, host.world(everywhere.snapshot), host.recovery);
        return { answer, everywhere, help: 'cap recover --help' };
      })(),
    ),
  );
}

async function recoverAnswer(
  operation: string | undefined,
  { as: end, resetCircuits = false }: Options,
  world: World,
  recovery: Host['recovery'],
): Promise<Answer> {
  const policy = world.policy();
  if (isRefusal(policy)) return refusalAnswer(policy);
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return refusalAnswer(snapshot);
  if ((operation === undefined) !== (end === undefined)) {
    return refusalAnswer(refuse('usage', { message: 'An operation and --as go together.' }));
  }
  const { hidden } = govern(policy, snapshot, world.caller);
  const visible = (await recovery.entries()).filter(({ entry }) => hidden?.(entry.canonical_path) !== true);
  if (resetCircuits) {
    await recovery.resetCircuits();
    return document({ command: 'reset_circuits', operations: [] });
  }
  if (operation === undefined || end === undefined) {
    const open = visible.filter((found) => standingOf(found) !== 'closed');
    return document({ command: 'list', operations: open.map(shown) });
  }
  const found = visible.find(({ entry }) => entry.operation_id === operation);
  if (found === undefined) {
    return refusalAnswer(
      refuse('result_not_found', { message: 'The journal holds no such operation.', received: operation }),
    );
  }
  return close(found, end, recovery);
}

/** One that was sent and whose process is gone is unknown first: the order of the journal has no way around that. */
async function close(found: FoundEntry, end: (typeof ENDS)[number], recovery: Host['recovery']): Promise<Answer> {
  const { operation_id: id, state } = found.entry;
  if (standingOf(found) === 'running') {
    return refusalAnswer(refuse('denied', { message: 'Its process is still at work.', received: id }));
  }
  const steps: JournalState[] = state === 'sent' && end !== 'rejected' ? ['unknown', end] : [end];
  if (!mayMove(state, steps[0] ?? end)) {
    return refusalAnswer(
      refuse('invalid_value', { message: `An operation that is ${state} cannot be closed as ${end}.` }),
    );
  }
  for (const step of steps) {
    const moved = await recovery.move(id, step);
    if (moved.kind === 'unavailable')
      return refusalAnswer(refuse('state_unavailable', { message: `${moved.message}.` }));
  }
  const after = (await recovery.entries()).filter(({ entry }) => entry.operation_id === id);
  return document({ command: 'close', operations: after.map(shown) });
}

function shown(found: FoundEntry): RecoveryReport['operations'][number] {
  const { entry } = found;
  const standing = standingOf(found);
  return {
    operation_id: entry.operation_id,
    canonical_path: entry.canonical_path,
    state: entry.state,
    since: entry.history.at(-1)?.time ?? '',
    standing,
    next: standing === 'verify_first' ? verifyStep(entry.operation_id, entry.verifies) : NEXT[standing],
    arguments: { ...entry.arguments },
  };
}

const NEXT: { readonly [standing in Standing]: string } = {
  closed: 'Nothing.',
  running: 'Wait for it.',
  never_sent: 'Nothing was started: it may be run again, or closed with --as rejected.',
  repeatable: 'It may have happened; running it again does no harm.',
  verify_first: '',
};

function document(report: Omit<RecoveryReport, 'version'>): Answer {
  return { exitCode: 0, body: `${JSON.stringify({ version: 'recovery-report.v1', ...report })}\n` };
}
