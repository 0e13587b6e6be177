/** What the audit is told of a call: masked arguments, who allowed it and by which rule, and how it ended. */
import type { AuditFacts, EventKind } from '../audit/event.ts';
import { maskArguments } from '../audit/mask.ts';
import type { Json } from '../capability/capability.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Allowed, Unconfirmed } from './confirm/confirm.ts';
import { questionOf, shownHash } from './confirm/question.ts';
import type { MadeBefore } from './earlier.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Frozen } from './freeze.ts';
import type { RunRequest } from './request.ts';
import type { Catalog } from './resolve.ts';

/** Before the start. */
export function intentOf({ frozen, rule, confirmedBy }: Allowed): AuditFacts {
  return {
    ...about('intent', frozen, { rule, confirmed_by: confirmedBy, ...planOf(frozen) }),
    ...maskArguments(frozen.arguments, frozen.capability.argumentsSchema),
  };
}

/** After the end; its arguments stand in the intent. */
export function outcomeOf(frozen: Frozen, status: string, evidence: Evidence): AuditFacts {
  return about('outcome', frozen, {
    status,
    exit_code: evidence.exitCode,
    signal: evidence.signal,
    stopped: evidence.stopped,
    duration_ms: evidence.durationMs,
    ...(evidence.attempts === undefined ? {} : { attempts: evidence.attempts }),
    stdout_bytes: evidence.stdout.totalBytes,
    stderr_bytes: evidence.stderr.totalBytes,
    result_ref: evidence.resultRef,
    ...(evidence.unenforced.length === 0 ? {} : { unenforced: evidence.unenforced }),
  });
}

/** The call was allowed and nothing was started after all. */
export function notStarted(frozen: Frozen, message: string): AuditFacts {
  return about('outcome', frozen, { status: 'not_started', message });
}

/** `received`: what the message is about, where it is not said in it. */
export function deniedOf(frozen: Frozen, message: string, received?: string): AuditFacts {
  return {
    ...about('denied', frozen, { message, ...(received === undefined ? {} : { received }), ...planOf(frozen) }),
    ...maskArguments(frozen.arguments, frozen.capability.argumentsSchema),
  };
}

/** Refused by a rule before it was frozen; `catalog` undefined: there is none to say what of its arguments is secret. */
export function deniedEarly(
  request: RunRequest,
  operationId: string,
  { message, rule }: Refusal,
  catalog: Catalog | undefined,
): AuditFacts {
  const { canonical_path, tool_call_id, arguments: values } = request;
  const doc = catalog?.find(canonical_path) ?? -1;
  const schema = catalog === undefined || doc < 0 ? undefined : catalog.contract(doc).argumentsSchema;
  return {
    ...{ kind: 'denied', operation_id: operationId, canonical_path, tool_call_id, input_hash: null },
    details: { ...(rule === undefined ? {} : { rule }), message },
    // Where no schema says what is secret, nothing of them is kept.
    ...(schema === undefined ? {} : maskArguments(values, schema)),
  };
}

/** The caller made this very call before, and is told what became of it. */
export function answeredBefore({ frozen, entry }: MadeBefore): AuditFacts {
  return about('answered', frozen, { made_by: entry.operation_id, state: entry.state });
}

export function askedOf({ frozen, decision, expiresAt }: Unconfirmed): AuditFacts {
  return {
    ...about('asked', frozen, {
      rule: decision.rule,
      approver: decision.approver,
      shown_hash: shownHash(questionOf(frozen)),
      expires_at: expiresAt,
    }),
    ...maskArguments(frozen.arguments, frozen.capability.argumentsSchema),
  };
}

function about(kind: EventKind, frozen: Frozen, details: { readonly [name: string]: Json }): AuditFacts {
  return {
    kind,
    operation_id: frozen.operationId,
    canonical_path: frozen.capability.id,
    tool_call_id: frozen.toolCallId,
    input_hash: frozen.inputHash,
    details,
  };
}

function planOf(frozen: Frozen): { readonly [name: string]: Json } {
  return {
    action_version: frozen.capability.version,
    side_effect: frozen.capability.sideEffect,
    executable: frozen.executable.path,
    executable_hash: frozen.fingerprint.contentHash,
    cwd: frozen.cwd,
    timeout_ms: frozen.timeoutMs,
    source_hash: frozen.sourceHash,
    policy_revision: frozen.governance.policy.revision,
    network: frozen.network.state,
    ...(frozen.programs.length === 0 ? {} : { programs: frozen.programs.map(({ executable }) => executable.path) }),
    ...(frozen.script === undefined ? {} : { script_hash: frozen.script.sha256 }),
    ...(frozen.secrets.length === 0 ? {} : { secrets: frozen.secrets.map(({ name }) => name) }),
  };
}
