/** The World of a process: the machine it runs on, and its snapshot, opened once when it is first asked for. */
import type { OperatingSystem } from '../capability/capability.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import { chooseSnapshot } from './snapshot-choice.ts';

/** Builds the World. `snapshotFile` is what --snapshot names; `runPorts` comes from outside, as a search never needs it. */
export function createWorld(snapshotFile: string | undefined, runPorts: World['runPorts']): World {
  let snapshot: Snapshot | Refusal | undefined;
  return {
    os: process.platform as OperatingSystem,
    snapshot() {
      snapshot ??= chooseSnapshot(snapshotFile, process.env.CAP_SNAPSHOT);
      return snapshot;
    },
    runPorts,
  };
}
