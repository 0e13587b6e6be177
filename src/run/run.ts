/** The line of a run: one operation through the stages and onto the wire. */
import type { Refusal } from '../reason/refusal.ts';
import type { RunPorts } from './ports.ts';
import type { RunAnswer } from './present.ts';
import { present } from './present.ts';
import { deniedEarly } from './record.ts';
import type { RunRequest } from './request.ts';
import { type Catalog, type Governance, UNGOVERNED } from './resolve.ts';
import { runStages } from './stages.ts';

/** Runs one action and answers on the wire. Throws only for a damaged snapshot or a fault of ours. */
export async function run(
  request: RunRequest,
  catalog: Catalog,
  ports: RunPorts,
  governance: Governance = UNGOVERNED,
): Promise<RunAnswer | Refusal> {
  const operationId = ports.newOperationId();
  return present(await runStages(request, catalog, ports, operationId, governance), request, operationId);
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
