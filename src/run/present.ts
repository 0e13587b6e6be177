/**
 * The crossing to the wire: an outcome becomes action-run.v1, or stays a refusal where the contract has no status for
 * it. Success on the way, of the tool and of the business are three fields here and never stand for one another.
 */
import type { Json } from '../capability/capability.ts';
import type { ActionRunResponse } from '../contract/action-run.v1.ts';
import { shownRefusal } from '../contract/shown-refusal.ts';
import { REASONS, type Reason } from '../reason/reasons.ts';
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import type { Unconfirmed } from './confirm/confirm.ts';
import { affectedResources, type Decision, decide } from './decide.ts';
import { earlierWords, type MadeBefore } from './earlier.ts';
import type { Excerpt } from './evidence/excerpt.ts';
import { neutralise } from './evidence/neutralise.ts';
import type { Finished } from './finished.ts';
import type { Frozen } from './freeze.ts';
import { verifyStep, visibleVerifiers } from './repeat.ts';
import type { RunRequest } from './request.ts';
import { shownArgv } from './shown-argv.ts';
import type { RunOutcome } from './stages.ts';

/** One answer on the wire and the exit code of the process that gives it. */
export type RunAnswer = { readonly kind: 'answer'; readonly exitCode: number; readonly response: ActionRunResponse };

type ErrorBody = NonNullable<ActionRunResponse['errors']>[number];

/** Refusals that action-run.v1 has a status for; all others are error.v1. */
const STATUS_REASONS = [
  'denied',
  'catalog_changed',
  'unavailable',
  'circuit_open',
  'outcome_unknown',
  'interrupted',
] as const satisfies readonly Reason[];

const NOT_EXECUTED = {
  executed: false,
  transport_status: 'unknown',
  tool_status: 'unknown',
  business_status: 'unknown',
} as const;

export function present(outcome: RunOutcome, request: RunRequest, operationId: string): RunAnswer | Refusal {
  const about = (frozen?: Frozen, rule?: string) => ({
    version: 'action-run.v1' as const,
    invocation: {
      operation_id: operationId,
      canonical_path: request.canonical_path,
      tool_call_id: request.tool_call_id,
      input_hash: frozen?.inputHash ?? null,
    },
    ...ruleOf(frozen, rule),
  });
  switch (outcome.kind) {
    case 'refusal': {
      const { frozen, ...refusal } = outcome;
      const status = STATUS_REASONS.find((reason) => reason === refusal.reason);
      if (status === undefined) return refusal;
      const errors = [errorOf(refusal)];
      return answer(REASONS[status].exit, { ...about(frozen, refusal.rule), status, ...NOT_EXECUTED, errors });
    }
    case 'invalid_arguments': {
      const errors = problemsOf(outcome);
      const status = 'invalid_arguments';
      return answer(REASONS[status].exit, { ...about(outcome.frozen, outcome.rule), status, ...NOT_EXECUTED, errors });
    }
    case 'dry_run': {
      const confirmation = confirmationOf(outcome.decision);
      const plan = planOf(outcome.frozen);
      const errors = outcome.decision.kind === 'denied' ? { errors: [denialOf(outcome.decision)] } : {};
      const status = 'dry_run';
      return answer(0, { ...about(outcome.frozen), status, ...NOT_EXECUTED, plan, ...confirmation, ...errors });
    }
    case 'denied': {
      const errors = [denialOf(outcome.decision)];
      return answer(REASONS.denied.exit, { ...about(outcome.frozen), status: 'denied', ...NOT_EXECUTED, errors });
    }
    case 'confirmation_required': {
      const confirmation = confirmationOf(outcome.decision, outcome);
      const plan = planOf(outcome.frozen);
      const status = 'confirmation_required';
      return answer(REASONS[status].exit, { ...about(outcome.frozen), status, ...NOT_EXECUTED, plan, ...confirmation });
    }
    case 'made_before':
      return earlierAnswer(outcome, about(outcome.frozen));
    case 'finished':
      return finished(outcome, about(outcome.frozen));
  }
}

/** The rule that decided about a frozen call, or that refused it before it was one. */
function ruleOf(frozen: Frozen | undefined, rule: string | undefined): Pick<ActionRunResponse, 'rule'> {
  const named = frozen === undefined ? rule : decide(frozen).rule;
  return named === undefined ? {} : { rule: named };
}

/** Each field says what is known of that call by now, and no more. */
function earlierAnswer(
  { entry }: MadeBefore,
  about: Pick<ActionRunResponse, 'version' | 'invocation' | 'rule'>,
): RunAnswer {
  const passed = entry.history.map(({ state }) => state);
  const onTheWay = passed.includes('acknowledged') ? 'succeeded' : 'unknown';
  return answer(0, {
    ...about,
    status: 'succeeded',
    executed: false,
    transport_status: onTheWay,
    tool_status: onTheWay,
    business_status: passed.includes('verified') ? 'succeeded' : 'unknown',
    earlier: {
      operation_id: entry.operation_id,
      state: entry.state as NonNullable<ActionRunResponse['earlier']>['state'],
      since: entry.history.at(-1)?.time ?? '',
      result_ref: entry.result_ref ?? null,
      message: `${earlierWords(entry)} Nothing was executed now; another tool_call_id makes it once more.`,
    },
  });
}

function finished(
  outcome: Finished,
  about: Pick<ActionRunResponse, 'version' | 'invocation' | 'rule'>,
): RunAnswer | Refusal {
  const { evidence, status } = outcome;
  const message = evidence.message ?? '';
  const reason = REASON_OF[status];
  return answer(reason === undefined ? 0 : REASONS[reason].exit, {
    ...about,
    status,
    executed: true,
    transport_status: evidence.transport,
    tool_status: evidence.tool,
    business_status: businessOf(outcome),
    evidence: evidenceOf(outcome),
    ...(status === 'outcome_unknown'
      ? { verify: verifyStep(outcome.frozen.operationId, visibleVerifiers(outcome.frozen)) }
      : {}),
    ...(reason === undefined ? {} : { errors: [errorOf(refuse(reason, { message, executed: true }))] }),
  });
}

const REASON_OF = {
  succeeded: undefined,
  failed: 'action_failed',
  unavailable: 'unavailable',
  timed_out: 'timed_out',
  interrupted: 'interrupted',
  outcome_unknown: 'outcome_unknown',
} as const;

/**
 * Whether the purpose is reached. A read is done when it gave what it promises; a change is done when somebody has looked,
 * and until then nobody knows.
 */
function businessOf({ frozen, evidence, verdict }: Finished): ActionRunResponse['business_status'] {
  if (verdict !== undefined && verdict.kind !== 'unclear') {
    return verdict.kind === 'took_effect' ? 'succeeded' : 'failed';
  }
  if (evidence.conformity.kind === 'misfits') return 'schema_mismatch';
  if (frozen.capability.sideEffect !== 'R') return 'unknown';
  if (evidence.tool === 'failed') return 'failed';
  return evidence.conformity.kind === 'fits' || evidence.empty ? 'succeeded' : 'unknown';
}

const VERIFIED = { took_effect: 'succeeded', no_effect: 'failed', unclear: 'unknown' } as const;

function evidenceOf({ status, evidence, verdict, frozen }: Finished): NonNullable<ActionRunResponse['evidence']> {
  return {
    exit_code: evidence.exitCode,
    signal: evidence.signal,
    duration_ms: evidence.durationMs,
    ...(evidence.attempts === undefined ? {} : { attempts: evidence.attempts }),
    stdout: streamOf(evidence.stdout),
    stderr: streamOf(evidence.stderr),
    truncated: evidence.truncated,
    stored: evidence.stored,
    result_ref: evidence.resultRef,
    ...(evidence.result === undefined ? {} : { result: evidence.result }),
    ...(evidence.cuts.length === 0 ? {} : { cuts: evidence.cuts.map((cut) => ({ ...cut })) }),
    ...(evidence.empty ? { empty: true } : {}),
    // Where the whole went badly, the error says it.
    ...(status === 'succeeded' && evidence.message !== undefined ? { note: evidence.message } : {}),
    ...(evidence.unenforced.length === 0 ? {} : { unenforced: [...evidence.unenforced] }),
    ...(evidence.artifacts.length === 0
      ? {}
      : { artifacts: evidence.artifacts.map((artifact) => ({ ...artifact, path: neutralise(artifact.path) })) }),
    verified: VERIFIED[verdict?.kind ?? 'unclear'],
    ...(verdict === undefined
      ? {}
      : { verification: { canonical_path: verdict.by, verdict: verdict.kind, message: verdict.message } }),
    network: frozen.network,
  };
}

function streamOf(excerpt: Excerpt): { text: string; bytes: number; truncated: boolean } {
  const text = excerpt.binary ? `[${excerpt.totalBytes} bytes that are not text]` : excerpt.text;
  return { text, bytes: excerpt.totalBytes, truncated: excerpt.truncated };
}

function planOf(frozen: Frozen): NonNullable<ActionRunResponse['plan']> {
  return {
    executable: frozen.executable.path,
    argv: shownArgv(frozen),
    ...(frozen.programs.length === 0 ? {} : { programs: frozen.programs.map(({ executable }) => executable.path) }),
    cwd: frozen.cwd,
    environment: Object.keys(frozen.environment).sort(),
    affected_resources: affectedResources(frozen),
    timeout_ms: frozen.timeoutMs,
    network: frozen.network,
    ...(frozen.memory === undefined ? {} : { memory: frozen.memory }),
    ...(frozen.request === undefined ? {} : { request: frozen.request }),
  };
}

/** A dry run issues no token: it says only that one will be asked for. */
function confirmationOf(decision: Decision, issued?: Unconfirmed): Pick<ActionRunResponse, 'confirmation'> {
  if (decision.kind !== 'confirmation_required') return {};
  return {
    confirmation: {
      summary: decision.summary,
      affected_resources: [...decision.affectedResources],
      confirmation_token: issued?.token ?? null,
      expires_at: issued?.expiresAt ?? null,
      approver: decision.approver,
      rule: decision.rule,
      next: issued === undefined ? 'Send the request without dry_run to get a token.' : NEXT[decision.approver],
    },
  };
}

const NEXT = {
  caller: 'Show this to whoever decides; then send the same request once more with this confirmation_token.',
  human: 'A person runs `cap approve` with this token on their own terminal; then send the same request with it.',
} as const;

function problemsOf(invalid: InvalidArguments): ErrorBody[] {
  return invalid.problems.map((problem) => {
    // A call that works is an example of its arguments, and of no other field.
    const example =
      problem.example ?? (problem.path.startsWith('/arguments') ? (invalid.example as Json | undefined) : undefined);
    return errorOf({
      kind: 'refusal',
      reason: 'invalid_arguments',
      message: `${problem.path}: expected ${problem.expected}, received ${problem.received}. Nothing was executed.`,
      path: problem.path,
      expected: problem.expected,
      received: problem.received,
      ...(example === undefined ? {} : { example: JSON.stringify(example) }),
      ...(problem.did_you_mean === undefined ? {} : { did_you_mean: problem.did_you_mean }),
      executed: false,
    });
  });
}

function denialOf({ message, rule }: Extract<Decision, { kind: 'denied' }>): ErrorBody {
  return errorOf(refuse('denied', { message: `${message} (${rule})` }));
}

function errorOf(refusal: Refusal): ErrorBody {
  const { kind: _kind, rule: _rule, ...body } = refusal;
  return { ...body, ...shownRefusal(refusal) };
}

function answer(exitCode: number, response: ActionRunResponse): RunAnswer {
  return { kind: 'answer', exitCode, response };
}
