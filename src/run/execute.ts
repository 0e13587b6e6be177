/**
 * Stage 7: the allowed call, and nothing but it, goes to the port. It knows no processes.
 */
import { marksSecret } from '../audit/secret-marks.ts';
import type { OutputFormat } from '../capability/capability.ts';
import type { Allowed } from './confirm/confirm.ts';
import type { Frozen } from './freeze.ts';
import { isInPlace } from './placed.ts';
import type { ExecutionEnd, RunPorts } from './ports.ts';

export type Executed = { readonly kind: 'executed'; readonly frozen: Frozen; readonly end: ExecutionEnd };

const MEGABYTE = 1024 * 1024;

export async function execute(allowed: Allowed, ports: RunPorts): Promise<Executed> {
  const { frozen } = allowed;
  const { memory } = frozen;
  const end = await ports.execute({
    executable: frozen.executable,
    fingerprint: frozen.fingerprint,
    name: frozen.name,
    argv: frozen.argv,
    cwd: frozen.cwd,
    environment: frozen.environment,
    stdin: frozen.stdin,
    programs: frozen.programs,
    absent: frozen.absent,
    places: frozen.places,
    isInPlace: () => isInPlace(frozen, ports),
    script: frozen.script,
    secrets: frozen.secrets,
    gate: frozen.gate,
    timeoutMs: frozen.timeoutMs,
    memory:
      memory === undefined ? undefined : { bytes: memory.limit_mb * MEGABYTE, isKept: memory.state === 'enforced' },
    secret: marksSecret(frozen.capability.outputSchema),
    tool: frozen.tool,
    meta: {
      version: 1,
      operation_id: frozen.operationId,
      canonical_path: frozen.capability.id,
      input_hash: frozen.inputHash,
      output: outputFormat(frozen),
    },
  });
  return { kind: 'executed', frozen, end };
}

/** How stdout is read; our own executable answers with one JSON document. */
export function outputFormat(frozen: Frozen): OutputFormat {
  const { handler } = frozen.capability;
  return handler?.kind === 'command' || handler?.kind === 'script' ? handler.output : { format: 'json' };
}
