/** Are the programs new enough? Asked only of those whose manifest names a version, and only of a call that may run. */
import { isAtLeast } from '../capability/program-version.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Frozen } from './freeze.ts';
import { unavailable } from './handlers/needs.ts';
import type { RunPorts } from './ports.ts';

/** A program that tells no version is no proof of being too old: it may run. Only what was frozen is asked. */
export async function checkVersions(
  { capability, executable, fingerprint, programs }: Frozen,
  ports: Pick<RunPorts, 'fingerprint' | 'versionOf'>,
): Promise<Refusal | undefined> {
  const frozen = [{ executable, fingerprint }, ...programs];
  for (const { name, min_version: needed } of capability.executables) {
    const program = needed === undefined ? undefined : frozen.find((one) => one.executable.path.endsWith(`/${name}`));
    if (needed === undefined || program === undefined) continue;
    const now = await ports.fingerprint(program.executable);
    if (now?.contentHash !== program.fingerprint.contentHash) {
      return unavailable(`${program.executable.path} is not what it was when the call was checked.`);
    }
    const version = await ports.versionOf(program.executable);
    if (version === undefined || isAtLeast(version, needed)) continue;
    return unavailable(`${capability.id} needs ${name} ${needed} or newer; this one says that it is ${version}.`);
  }
  return undefined;
}
