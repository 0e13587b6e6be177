/** `cap recover`: operations that came to no known end, what is safe to do about each, and how one is closed. */
import { type Command, Option } from 'commander';
import type { ActionRunResponse } from '../contract/action-run.v1.ts';
import type { RecoveryReport } from '../contract/recovery-report.v1.ts';
import { isRefusal, refuse } from '../reason/refusal.ts';
import { type FoundEntry, type JournalEntry, type JournalState, type Standing, standingOf } from '../run/journal.ts';
import { compensationOf, lookAfter, waysOut } from '../run/recover.ts';
import { verifyStep } from '../run/repeat.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import { governRun } from '../verbs/run-governance.ts';
import type { World } from '../verbs/world.ts';
import { type Again, untrustedFile } from './again.ts';
import { RUN } from './command-table.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { closeByWord, settled, WAITS } from './recover-close.ts';
import type { Reply } from './reply.ts';
import { shellLine } from './shell-words.ts';
import { ask, verbOf } from './verb-command.ts';

/** How an operation can be closed by whoever has looked. */
const ENDS = ['committed', 'rejected', 'compensated', 'handed_off'] as const satisfies readonly JournalState[];

/** What an operation is shown by: the catalog of today, what of it this caller may find, and how a command over it ends. */
type Sight = {
  readonly snapshot: Snapshot;
  readonly hidden: ReturnType<typeof govern>['hidden'];
  readonly over: string;
};

type Options = {
  readonly as?: (typeof ENDS)[number];
  readonly verify?: boolean;
  readonly compensate?: boolean;
  readonly confirmationToken?: string;
  readonly resetCircuits?: boolean;
};

export function addRecoverCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const recover = program
    .command('recover')
    .description('Show operations that came to no known end; look at one, undo it, or close it.');
  recover.argument('[operation]', 'the operation_id of one: alone it is shown, also when it is closed');
  recover.addOption(new Option('--as <end>', 'close it: how it turned out').choices(ENDS));
  recover.option('--verify', 'look whether it took effect, where its manifest says how');
  recover.option('--compensate', 'run the action that undoes it, where one was reviewed');
  recover.option('--confirmation-token <token>', 'the yes to --compensate or --as, from the answer that asks for one');
  recover.option('--reset-circuits', 'let calls that kept coming to nothing be tried again');
  const id = '0123456789abcdef0123456789abcdef';
  const examples = [
    'cap recover',
    `cap recover ${id}`,
    `cap recover ${id} --verify`,
    `cap recover ${id} --as committed`,
  ];
  addEverywhere(recover).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
  recover.action((operation: string | undefined, options: Options) =>
    take(
      (async () => {
        const everywhere = everywhereOf(recover);
        const over = everywhere.snapshot === undefined ? [] : ['--snapshot', everywhere.snapshot];
        const end = over.length === 0 ? '' : ` ${shellLine(over)}`;
        const answer = await recoverAnswer(operation, options, host.world(everywhere.snapshot), host, end);
        const { confirmationToken: token, compensate: undo } = options;
        const again: Again = {
          line: shellLine([
            'cap',
            'recover',
            ...(operation === undefined ? [] : [operation]),
            ...(undo === true ? ['--compensate'] : []),
            ...over,
          ]),
          token,
          untrusted: () => untrustedFile(everywhere.snapshot, host),
        };
        return { answer, everywhere, help: 'cap recover --help', again };
      })(),
    ),
  );
}

async function recoverAnswer(
  operation: string | undefined,
  options: Options,
  world: World,
  host: Host,
  over: string,
): Promise<Answer> {
  const { recovery } = host;
  const policy = world.policy();
  if (isRefusal(policy)) return refusalAnswer(policy);
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return refusalAnswer(snapshot);
  const ways = [options.as, options.verify, options.compensate].filter((way) => way !== undefined);
  const isReset = options.resetCircuits === true;
  if (ways.length > (operation === undefined ? 0 : 1) || (isReset && operation !== undefined)) {
    const message =
      '--as, --verify and --compensate go with an operation and one at a time, and --reset-circuits with none.';
    return refusalAnswer(refuse('usage', { message }));
  }
  if (options.confirmationToken !== undefined && options.as === undefined && options.compensate !== true) {
    return refusalAnswer(refuse('usage', { message: '--confirmation-token goes with --as or --compensate.' }));
  }
  const { hidden } = govern(policy, snapshot, world.caller);
  const sight: Sight = { snapshot, hidden, over };
  const visible = (await recovery.entries()).filter(({ entry }) => hidden?.(entry.canonical_path) !== true);
  if (isReset) {
    const recorded = await recovery.record(CIRCUITS_RESET);
    if (recorded.kind === 'unavailable') {
      return refusalAnswer(refuse('state_unavailable', { message: `No circuit is reset: ${recorded.message}.` }));
    }
    await recovery.resetCircuits();
    return document({ command: 'reset_circuits', operations: [] });
  }
  if (operation === undefined) {
    const open = visible.filter((found) => standingOf(found) !== 'closed');
    return document({ command: 'list', operations: open.map((found) => shown(found, sight)) });
  }
  const found = visible.find(({ entry }) => entry.operation_id === operation);
  if (found === undefined) {
    return refusalAnswer(
      refuse('result_not_found', { message: 'The journal holds no such operation.', received: operation }),
    );
  }
  if (ways.length === 0) return document({ command: 'list', operations: [shown(found, sight)] });
  if (standingOf(found) === 'running') {
    return refusalAnswer(refuse('denied', { message: 'Its process is still at work.', received: operation }));
  }
  if (options.as !== undefined) return close(found, options.as, options.confirmationToken, sight, host, world);
  if (standingOf(found) === 'closed') {
    return refusalAnswer(refuse('invalid_value', { message: `It is ${found.entry.state}: nothing is open.` }));
  }
  if (options.compensate === true) return compensate(found, options.confirmationToken, snapshot, world, recovery);
  const verdict = await lookAfter(found.entry, snapshot, await world.runPorts(), governRun(policy, snapshot, world));
  if ('reason' in verdict) return refusalAnswer(verdict);
  const { by, kind, message } = verdict;
  return document({
    command: 'verify',
    verdict: { by, verdict: kind, message },
    operations: await after(operation, sight, recovery),
  });
}

/** The undoing goes through everything that any call goes through; only when it succeeded is the operation undone. */
async function compensate(
  { entry }: FoundEntry,
  token: string | undefined,
  snapshot: Snapshot,
  world: World,
  recovery: Host['recovery'],
): Promise<Answer> {
  const call = compensationOf(entry, snapshot);
  if ('reason' in call) return refusalAnswer(call);
  const request = { version: RUN.version, ...call, ...(token === undefined ? {} : { confirmation_token: token }) };
  const answer = await ask(verbOf(RUN), request, world);
  const { status, invocation, earlier } = JSON.parse(answer.body) as Partial<ActionRunResponse>;
  if (status !== 'succeeded' || invocation === undefined) return answer;
  const by = { kind: 'compensation', operationId: earlier?.operation_id ?? invocation.operation_id } as const;
  const refused = await settled(entry, 'compensated', by, recovery);
  return refused === undefined ? answer : refusalAnswer(refused);
}

async function close(
  { entry }: FoundEntry,
  end: (typeof ENDS)[number],
  token: string | undefined,
  sight: Sight,
  host: Host,
  world: World,
): Promise<Answer> {
  const command = closedAs(entry, sight, end);
  const waiting = await closeByWord({ entry, end }, token, command, host, async (milliseconds) =>
    (await world.runPorts()).timestamp(milliseconds),
  );
  if (isRefusal(waiting)) return refusalAnswer(waiting);
  const operations = await after(entry.operation_id, sight, host.recovery);
  if (waiting === undefined) return document({ command: 'close', operations });
  return { ...document({ command: 'close', confirmation: waiting, operations }), exitCode: WAITS };
}

/** It is about no operation of its own. */
const CIRCUITS_RESET: Parameters<Host['recovery']['record']>[0] = {
  kind: 'circuits_reset',
  operation_id: '',
  canonical_path: '',
  tool_call_id: '',
  input_hash: null,
  details: { approver: 'caller' },
};

async function after(operation: string, sight: Sight, recovery: Host['recovery']) {
  const found = (await recovery.entries()).filter(({ entry }) => entry.operation_id === operation);
  return found.map((one) => shown(one, sight));
}

function shown(found: FoundEntry, sight: Sight): RecoveryReport['operations'][number] {
  const { entry } = found;
  const standing = standingOf(found);
  return {
    operation_id: entry.operation_id,
    canonical_path: entry.canonical_path,
    state: entry.state,
    since: entry.history.at(-1)?.time ?? '',
    standing,
    next: NEXT[standing](entry, sight),
    arguments: { ...entry.arguments },
  };
}

/** What helps and is hidden from this caller is not there for this caller. */
function waysOf(entry: JournalEntry, { snapshot, hidden, over }: Sight): string {
  const { operation_id: id } = entry;
  const { verify, compensate } = waysOut(entry, snapshot);
  const seen = (other: string) => hidden?.(other) !== true;
  const undo = compensate !== undefined && seen(compensate) ? compensate : undefined;
  const lookers = entry.verifies.filter(seen);
  const look = verify
    ? `cap recover ${id} --verify${over} looks whether it took effect.`
    : verifyStep(id, lookers, over);
  return undo === undefined ? look : `${look} cap recover ${id} --compensate${over} undoes it with ${undo}.`;
}

const closedAs = ({ operation_id: id }: JournalEntry, { over }: Sight, end: string) =>
  `cap recover ${id} --as ${end}${over}`;

/** Each command in it can be typed as it stands. */
const NEXT: { readonly [standing in Standing]: (entry: JournalEntry, sight: Sight) => string } = {
  closed: () => 'Nothing.',
  running: () => 'Wait for it.',
  never_sent: (entry, sight) =>
    `Nothing was started: it may be run again; ${closedAs(entry, sight, 'rejected')} closes it.`,
  repeatable: (entry, sight) =>
    `It may have happened; running it again does no harm. ${closedAs(entry, sight, 'committed')} closes it if it did.`,
  verify_first: waysOf,
};

function document(report: Omit<RecoveryReport, 'version'>): Answer {
  return { exitCode: 0, body: `${JSON.stringify({ version: 'recovery-report.v1', ...report })}\n` };
}
