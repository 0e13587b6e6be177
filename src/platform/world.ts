/** The World of a process: the machine it runs on, and its snapshot, opened once when it is first asked for. */
import type { OperatingSystem } from '../capability/capability.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import { chooseSnapshot, openDefault } from './snapshot-choice.ts';

/**
 * Builds the World. `snapshotFile` is what --snapshot names; `runPorts` and `policy` come from outside, as a search never
 * needs the one and only the cold part can compile the other.
 */
export function createWorld(
  snapshotFile: string | undefined,
  runPorts: World['runPorts'],
  policy: World['policy'],
): World {
  let snapshot: Snapshot | Refusal | undefined;
  return {
    os: process.platform as OperatingSystem,
    snapshot() {
      snapshot ??= chooseSnapshot(snapshotFile, process.env.CAP_SNAPSHOT);
      return snapshot;
    },
    policy,
    caller: {
      // Loading the module costs a search more than all its policy does.
      principal: () => process.getBuiltinModule('node:os').userInfo().username,
      origin: (sourceHash) => {
        const own = openDefault();
        return !isRefusal(own) && own.sourceHash === sourceHash ? 'builtin' : 'project';
      },
    },
    runPorts,
  };
}
