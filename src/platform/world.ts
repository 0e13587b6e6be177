/** The World of a process: the machine it runs on, and its snapshot, opened once when it is first asked for. */
import type { OperatingSystem } from '../capability/capability.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { ByteSource } from '../snapshot/source.ts';
import type { World } from '../verbs/world.ts';
import { declaredOrigin } from './declared-origin.ts';
import { pastRuns } from './past-runs.ts';
import { type Chosen, chooseSnapshot, isDefault } from './snapshot-choice.ts';

/** Whether somebody who may has said that the actions of a snapshot with these bytes go by their own rules. */
type Trusts = (source: ByteSource) => boolean;

/**
 * Builds the World. `snapshotFile` is what --snapshot names; `runPorts`, `policy` and `trusts` come from outside, as a
 * search never needs the first and the last, and only the cold part can compile a policy.
 */
export function createWorld(
  snapshotFile: string | undefined,
  runPorts: World['runPorts'],
  policy: World['policy'],
  trusts: Trusts = () => false,
): World {
  let chosen: Chosen | Refusal | undefined;
  const choose = () => {
    chosen ??= chooseSnapshot(snapshotFile, process.env.CAP_SNAPSHOT);
    return chosen;
  };
  const snapshot = () => {
    const found = choose();
    return isRefusal(found) ? found : found.snapshot;
  };
  const isBuiltin = () => {
    const found = choose();
    return !isRefusal(found) && (found.inside || isDefault(found.source));
  };
  return {
    os: process.platform as OperatingSystem,
    snapshot,
    policy,
    caller: {
      // Loading the module costs a search more than all its policy does.
      principal() {
        try {
          return process.getBuiltinModule('os').userInfo().username;
        } catch {
          // No account, as in a container that runs under any number: that number, which the audit says as well.
          return `${process.getuid?.()}`;
        }
      },
      origin: () => (isBuiltin() ? 'builtin' : declaredOrigin(snapshot())),
      trusted: () => {
        const found = choose();
        return isBuiltin() || (!isRefusal(found) && trusts(found.source));
      },
    },
    runPorts,
    pastRuns: () => pastRuns(process.env),
  };
}
