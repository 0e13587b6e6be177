/**
 * What a policy's limit of memory comes to on this machine: kept, or not and why. Told before anybody says yes; policy may
 * refuse what is not kept, as it may with networks.
 */
import type { Policy } from '../policy/policy.ts';
import type { RunPorts } from './ports.ts';

/** What is told of it. */
export type Memory = {
  /** Private memory of each process. */
  readonly limit_mb: number;
  readonly state: 'enforced' | 'unenforced';
  /** How, or why not; one sentence. */
  readonly how: string;
};

/** The limit is one of private memory, and as that it is kept. */
const KEPT =
  'The system refuses each of its processes more private memory; memory that processes share is not limited.';

/** Undefined: no policy limits it. */
export function findMemory({ settings }: Policy, ports: Pick<RunPorts, 'limitsMemory'>): Memory | undefined {
  const limit = settings?.limits?.memory_mb;
  if (limit === undefined) return undefined;
  return ports.limitsMemory()
    ? { limit_mb: limit, state: 'enforced', how: KEPT }
    : { limit_mb: limit, state: 'unenforced', how: 'This system has no prlimit that could set it.' };
}

/** What does not hold, in words that another sentence can go on behind; undefined where it holds. */
export function unlimited(memory: Memory | undefined): string | undefined {
  return memory?.state === 'unenforced' ? `It should hold at most ${memory.limit_mb} MB of memory` : undefined;
}
