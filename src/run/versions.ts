/** Are the programs new enough? Asked only of those whose manifest names a version, and only of a call that may run. */
import { isAtLeast } from '../capability/program-version.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Frozen } from './freeze.ts';
import { unavailable } from './handlers/needs.ts';
import type { RunPorts } from './ports.ts';

/** A program that tells no version is no proof of being too old: it may run. */
export async function checkVersions(
  { capability }: Frozen,
  ports: Pick<RunPorts, 'findExecutable' | 'versionOf'>,
): Promise<Refusal | undefined> {
  for (const { name, min_version: needed } of capability.executables) {
    if (needed === undefined) continue;
    const executable = await ports.findExecutable(name);
    const version = executable === undefined ? undefined : await ports.versionOf(executable);
    if (version === undefined || isAtLeast(version, needed)) continue;
    return unavailable(`${capability.id} needs ${name} ${needed} or newer; this one says that it is ${version}.`);
  }
  return undefined;
}
