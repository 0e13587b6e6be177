/** The line of a run: one operation through the stages and onto the wire. */
import { type Refusal, refuse } from '../reason/refusal.ts';
import type { RunPorts } from './ports.ts';
import type { RunAnswer } from './present.ts';
import { present } from './present.ts';
import { deniedEarly } from './record.ts';
import type { RunRequest } from './request.ts';
import { type Catalog, type Governance, UNGOVERNED } from './resolve.ts';
import { type RunOutcome, runStages } from './stages.ts';

/** Runs one action and answers on the wire. Throws only for a damaged snapshot or a fault of ours. */
export async function run(
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  governance: Governance = UNGOVERNED,
): Promise<RunAnswer | Refusal> {
  const operationId = ports.newOperationId();
  const outcome = await untilInterrupted(runStages(request, catalog, ports, operationId, governance), ports);
  return present(outcome, request, operationId);
}

/** Whoever is interrupted before anything was executed hears that, and under which operation. */
async function untilInterrupted(stages: Promise<RunOutcome>, ports: RunPorts): Promise<RunOutcome> {
  const asked = ports
    .interruption()
    ?.then(() => refuse('interrupted', { message: 'Interrupted before anything was executed.' }));
  return asked === undefined ? stages : Promise.race([stages, asked]);
}

/** The answer to a run that a broken policy refuses before anything of it is looked at; the audit is told as of any denial. */
export async function refuseRun(
  refusal: Refusal,
  request: RunRequest,
  catalog: Catalog | undefined,
  ports: RunPorts,
): Promise<RunAnswer | Refusal> {
  const operationId = ports.newOperationId();
  await ports.audit.record(deniedEarly(request, operationId, refusal, catalog));
  return present(refusal, request, operationId);
}
