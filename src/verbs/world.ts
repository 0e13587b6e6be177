/** The ports through which effects enter: what a verb may ask of the world. Implemented by platform; types only. */
import type { OperatingSystem } from '../capability/capability.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { RunPorts } from '../run/ports.ts';
import type { Snapshot } from '../snapshot/read.ts';

export type World = {
  readonly os: OperatingSystem;
  /** The chosen snapshot, opened once a process; a refusal when it is missing, damaged or of another version. */
  readonly snapshot: () => Snapshot | Refusal;
  /** What running needs, built on first use: a search never asks for it. */
  readonly runPorts: () => Promise<RunPorts>;
};
