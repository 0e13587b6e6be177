/**
 * The stages in their order: resolve → arguments → freeze → decide → made before → repeat → observe → confirm → versions → carry out
 * (journal, audit, execute, evidence) → settle. Each takes the value of the one before, which holds its own call and which
 * nobody else can make, so none can be passed over.
 */
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { validateArguments } from './arguments.ts';
import { carryOut } from './carry-out.ts';
import { confirm, refuseOther, type Unconfirmed } from './confirm/confirm.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import { earlierOf, type MadeBefore, madeBefore } from './earlier.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Finished } from './finished.ts';
import type { Frozen } from './freeze.ts';
import { freeze } from './freeze.ts';
import { placed } from './placed.ts';
import { freezeGoverned } from './places-governed.ts';
import type { RunPorts } from './ports.ts';
import { observe } from './preview.ts';
import { answeredBefore, askedOf, deniedEarly, deniedOf } from './record.ts';
import { checkRepeat } from './repeat.ts';
import type { RunRequest } from './request.ts';
import { type Catalog, type Governance, resolve, UNGOVERNED } from './resolve.ts';
import { settle, wantsLook } from './settle.ts';
import { isLookHidden, verify } from './verification.ts';
import { checkVersions } from './versions.ts';

type Deny = Extract<Decision, { kind: 'denied' }>;

/** What stopped it; `frozen`: the call as it was by then, absent where that was before it was frozen. */
type Stopped<Why> = Why & { readonly frozen?: Frozen };

/** How a run can come out. Only `finished` has executed anything. */
export type RunOutcome =
  | Stopped<Refusal>
  | Stopped<InvalidArguments>
  | { readonly kind: 'dry_run'; readonly frozen: Frozen; readonly decision: Decision }
  | Unconfirmed
  | MadeBefore
  | { readonly kind: 'denied'; readonly frozen: Frozen; readonly decision: Deny }
  | Finished;

/** The stages alone: how the run came out, before it crosses to the wire. */
export async function runStages(
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  operationId: string,
  governance: Governance = UNGOVERNED,
): Promise<RunOutcome> {
  const place = await ports.realDirectory(request.cwd ?? '.');
  const under = (governed: Governance) => frozenUnder(governed, request, catalog, ports, operationId);
  const frozen = await freezeGoverned(governance, place, ports, under);
  if (frozen.kind !== 'frozen') {
    const isDenied = frozen.kind === 'refusal' && frozen.reason === 'denied';
    if (isDenied) await ports.audit.record(deniedEarly(request, operationId, frozen, catalog));
    return frozen;
  }
  const look = async (id: string) =>
    isLookHidden(frozen.capability, governance)
      ? undefined
      : verify(
          { operationId: id, capability: frozen.capability, arguments: frozen.arguments, base: frozen.base },
          catalog,
          (read) => readOnly(read, catalog, ports, governance),
          ports.bounded,
        );
  const first = decide(frozen);
  const denied = first.kind === 'denied';
  const { confirmation_token: token } = request;
  const isMeant = !denied && request.dry_run !== true;
  const earlier = isMeant ? await earlierOf(frozen, ports) : undefined;
  const made = madeBefore(frozen, earlier, token);
  if (made !== undefined) {
    await ports.audit.record(answeredBefore(made));
    return made;
  }
  const repeated = isMeant ? await checkRepeat(frozen, ports, look) : undefined;
  if (repeated !== undefined) {
    await ports.audit.record(deniedOf(frozen, repeated.message));
    return { ...repeated, frozen };
  }
  const isLookedAt = !denied && token !== undefined && frozen.capability.preview !== undefined;
  const other = isLookedAt ? await refuseOther(frozen, token, ports, earlier) : undefined;
  if (other !== undefined) {
    await ports.audit.record(deniedOf(frozen, other.message, other.received));
    return { ...other, frozen };
  }
  // Nothing is started for a call that is denied, not even to look.
  const seen = denied ? frozen : await observe(frozen, ports);
  if (seen.kind !== 'frozen') return { ...seen, frozen };
  const decision = decide(seen);
  if (request.dry_run === true) return { kind: 'dry_run', frozen: seen, decision };
  if (decision.kind === 'denied') {
    await ports.audit.record(deniedOf(seen, decision.rule));
    return { kind: 'denied', frozen: seen, decision };
  }
  const allowed = await confirm(decision, token, ports, earlier);
  if (allowed.kind === 'refusal') await ports.audit.record(deniedOf(seen, allowed.message, allowed.received));
  if (allowed.kind === 'refusal') return { ...allowed, frozen: seen };
  if (allowed.kind === 'confirmation_required') await ports.audit.record(askedOf(allowed));
  if (allowed.kind !== 'allowed_call') return allowed;
  // It starts the programs, so it comes after the yes for these very ones; another version would need another yes anyway.
  const old = await checkVersions(seen, ports);
  if (old !== undefined) {
    await ports.audit.record(deniedOf(seen, old.message));
    return { ...old, frozen: seen };
  }
  const finished = await carryOut(allowed, ports);
  if (finished.kind !== 'finished') return { ...finished, frozen: seen };
  return settle(finished, wantsLook(finished) ? await look(operationId) : undefined, ports);
}

/** Resolve, arguments, freeze and what stands at its paths, under one policy. */
async function frozenUnder(
  governance: Governance,
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  operationId: string,
): Promise<Frozen | InvalidArguments | Refusal> {
  const resolved = resolve(request, catalog, governance);
  if (resolved.kind !== 'resolved') return resolved;
  const valid = validateArguments(resolved, ports.bounded);
  if (valid.kind === 'invalid_arguments') return valid;
  if (valid.kind === 'unusable_schema') {
    return refuse('unavailable', { message: `${valid.message}. Nothing was executed.` });
  }
  const frozen = await freeze(valid, ports, operationId);
  return frozen.kind === 'frozen' ? placed(frozen, request.confirmation_token, ports) : frozen;
}

/** A look at the world goes through the same stages as any call; one that asks for a yes is no look in passing. */
export async function readOnly(
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  governance: Governance,
): Promise<Evidence | undefined> {
  const outcome = await runStages(request, catalog, ports, ports.newOperationId(), governance);
  return outcome.kind === 'finished' && outcome.status === 'succeeded' ? outcome.evidence : undefined;
}
