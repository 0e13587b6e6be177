/** The ports through which effects enter: what a verb may ask of the world. Implemented by platform; types only. */
import type { SearchFacts } from '../audit/trace.ts';
import type { OperatingSystem } from '../capability/capability.ts';
import type { Origin, Policy } from '../policy/policy.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { RunPorts } from '../run/ports.ts';
import type { Snapshot } from '../snapshot/read.ts';

export type World = {
  readonly os: OperatingSystem;
  /** The chosen snapshot, opened once a process; a refusal when it is missing, damaged or of another version. */
  readonly snapshot: () => Snapshot | Refusal;
  /** The policy in force, read anew each time; a refusal when it cannot be used: then everything is denied. */
  readonly policy: () => Policy | Refusal;
  /**
   * The same for what runs in these directories (real paths): their projects have a say beside ours, and all below `tops`.
   * `from`: as it is for who stands in that directory instead of in ours.
   */
  readonly policyOf?: (
    directories: readonly string[],
    tops?: readonly string[],
    from?: string,
  ) => Promise<Policy | Refusal>;
  /** Who asks, where the snapshot comes from, and whether its actions may go by their own rules. Asked only when it matters. */
  readonly caller: {
    readonly principal: () => string;
    readonly origin: () => Origin;
    readonly trusted: () => boolean;
  };
  /** What running needs, built on first use: a search never asks for it. */
  readonly runPorts: () => Promise<RunPorts>;
  /** How often each id was run with success; undefined where nothing tells. Asked only by a search that goes by it. */
  readonly pastRuns?: () => ReadonlyMap<string, number> | undefined;
  /** Notes a search, where a policy asks for that; the quick path has none. */
  readonly trace?: (facts: SearchFacts, mode: 'digest' | 'text') => Promise<void>;
};
