/** The line of a run: one operation through the stages and onto the wire. */
import type { Refusal } from '../reason/refusal.ts';
import type { RunPorts } from './ports.ts';
import type { RunAnswer } from './present.ts';
import { present } from './present.ts';
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
