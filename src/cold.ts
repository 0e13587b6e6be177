/**
 * What main starts on demand: the verbs that reach processes and stored results, and the command-line room with all that
 * compiles, imports and evaluates. Bundled as one of the executable's later scripts; main never imports it eagerly.
 */
import manifest from '../package.json' with { type: 'json' };
import type { SearchFacts } from './audit/trace.ts';
import type { Host } from './cli/host.ts';
import { REQUEST_BYTES } from './contract/text-limits.ts';
import { measuringHost } from './measuring-host.ts';
import { askPerson, openConversation } from './platform/ask-person.ts';
import { pruneAudit, readAudit, recordAudit } from './platform/audit-log.ts';
import { readWitnesses } from './platform/audit-witnesses.ts';
import { bounded } from './platform/bounded.ts';
import { catalogFileExists, createCatalogFile, readCatalogFiles, writeCatalogFile } from './platform/catalog-files.ts';
import { DEFAULT_GRACE_MS } from './platform/child.ts';
import { isTextCommandLine } from './platform/command-line-text.ts';
import { keepApproval, openDesk, readQuestion, withdrawApproval } from './platform/confirmations.ts';
import { withholdCoverage } from './platform/environment.ts';
import { openExampleBenches } from './platform/example-bench.ts';
import { END_ORPHANS, endOrphans } from './platform/guard.ts';
import { catchInterrupts } from './platform/interrupts.ts';
import { moveOperation, readOperations, resetCircuits } from './platform/journal.ts';
import { processPolicyHost } from './platform/policy-files.ts';
import { policyInForce } from './platform/policy-in-force.ts';
import { readRequest } from './platform/request-source.ts';
import { pruneRecords } from './platform/retention.ts';
import { processRunPorts } from './platform/run-ports.ts';
import { appendTrace } from './platform/search-traces.ts';
import { namedSnapshot, openDefault } from './platform/snapshot-choice.ts';
import { isStandIn } from './platform/stand-in.ts';
import { type WriteOutcome, writeAll } from './platform/stdio.ts';
import { questionColumns, terminalFacts } from './platform/terminal.ts';
import { examineSnapshot, forgetTrust, isTrusted, keepTrust, listTrusted } from './platform/trust.ts';
import { createWorld } from './platform/world.ts';
import { REASONS } from './reason/reasons.ts';
import { isRefusal, refuse } from './reason/refusal.ts';
import { type RequestCall, requestCall } from './request-call.ts';
import type { ByteSource } from './snapshot/source.ts';
import { type Answer, dispatch, refusalAnswer } from './verbs/dispatch.ts';
import { VERBS } from './verbs/verbs.ts';

const inForce = policyInForce(processPolicyHost);
const { policy, policyOf } = inForce;

/** Runs one command line to its end; the exit code is left in `process.exitCode`. */
export async function runCold(argv: readonly string[]): Promise<void> {
  withholdCoverage();
  // When nothing is left to be done the process ends at once, instead of taking its heap down piece by piece.
  process.once('beforeExit', (code) => process.exit(code));
  if (argv[0] === END_ORPHANS) return endOrphans(argv[1] ?? '', DEFAULT_GRACE_MS);
  const call = requestCall(argv, VERBS);
  if (call !== null) return answerRequest(call);
  await inForce.ready();
  if (!isTextCommandLine(argv)) {
    const message = 'The command line holds bytes that are not UTF-8.';
    return finish(refusalAnswer(refuse('invalid_unicode', { message })));
  }
  const { runCli } = await import('./cli/cli.ts');
  process.exitCode = await runCli(argv, commandLineHost());
}

/** Whoever sent a request gets a document, also when the process is asked to end; until the request is there it ends at once. */
async function answerRequest(call: RequestCall): Promise<void> {
  const request = readRequest(call.request, REQUEST_BYTES);
  if (isRefusal(request)) return finish(refusalAnswer(request));
  const interrupted = catchInterrupts().then(async () => {
    // A run that is under way knows more of itself, and says it at once.
    await new Promise((resolve) => setImmediate(resolve));
    return refusalAnswer(refuse('interrupted', { message: 'Interrupted before anything was executed.' }));
  });
  const answered = inForce.ready().then(() => {
    const world = createWorld(call.snapshot, runPorts, policy, trusts);
    return dispatch(call.verb, request, { ...world, trace, policyOf });
  });
  const answer = await Promise.race([answered, interrupted]);
  finish(answer);
  // What was interrupted is not gone on with.
  if (answer.exitCode === REASONS.interrupted.exit) process.exit();
}

function finish({ body, exitCode }: Answer): void {
  process.exitCode = writeOut(body) === 'failed' ? REASONS.internal.exit : exitCode;
}

/** An answer that nobody can read is said on stderr: what was done stands in the audit, and the exit code is its own. */
function writeOut(text: string): WriteOutcome {
  const outcome = writeAll(1, text);
  if (outcome === 'written' && isStandIn(1)) {
    writeAll(2, 'cap: nobody reads the answer: stdout is closed, or it leads to /dev/null\n');
  }
  return outcome;
}

function commandLineHost(): Host {
  return {
    version: manifest.version,
    terminal: terminalFacts(),
    world: (snapshotFile) => ({ ...createWorld(snapshotFile, runPorts, policy, trusts), trace, policyOf }),
    readRequest: (source) => readRequest(source, REQUEST_BYTES),
    write: (stream, text) => {
      const outcome = stream === 'out' ? writeOut(text) : writeAll(2, text);
      if (outcome === 'failed') process.exit(REASONS.internal.exit);
    },
    catalog: {
      read: readCatalogFiles,
      write: writeCatalogFile,
      exists: catalogFileExists,
      create: createCatalogFile,
      defaultSnapshot: openDefault,
      bounded,
      chosen: (snapshotFile) => {
        const named = namedSnapshot(snapshotFile, process.env.CAP_SNAPSHOT);
        return isRefusal(named) ? undefined : named;
      },
    },
    openBenches: (snapshot) => openExampleBenches(snapshot, policy),
    converse: openConversation,
    approvals: {
      open: () => openDesk(process.env, process.platform),
      question: (nonce) => readQuestion(process.env, process.platform, nonce),
      keep: (nonce, mark) => keepApproval(process.env, process.platform, nonce, mark),
      withdraw: (nonce) => withdrawApproval(process.env, process.platform, nonce),
      record: (facts) => recordAudit(facts, stateHost()),
      askPerson,
      columns: questionColumns,
    },
    trust: {
      list: () => listTrusted(process.env),
      examine: examineSnapshot,
      keep: (hash, note) => keepTrust(hash, note, process.env),
      forget: (hash) => forgetTrust(hash, process.env),
    },
    recovery: {
      entries: () => readOperations(stateHost()),
      move: (operation, state) => moveOperation(operation, state, stateHost()),
      resetCircuits: () => resetCircuits(stateHost()),
      record: (facts) => recordAudit(facts, stateHost()),
    },
    audit: {
      read: () => readAudit(stateHost()),
      witnesses: () => readWitnesses(stateHost()),
      prune: (days) => pruneAudit(days, stateHost()),
      pruneRecords: (journalDays, auditDays) => pruneRecords(journalDays, auditDays, stateHost()),
    },
    measuring: measuringHost((snapshotFile) => createWorld(snapshotFile, runPorts, policy, trusts)),
    checkPolicy: inForce.check,
    compilePolicy: inForce.compile,
  };
}

function trusts(source: ByteSource): boolean {
  return isTrusted(source, process.env);
}

function stateHost() {
  return { environment: process.env, platform: process.platform };
}

function trace(facts: SearchFacts, mode: 'digest' | 'text') {
  return appendTrace(facts, mode, stateHost());
}

function runPorts() {
  return Promise.resolve(processRunPorts());
}
