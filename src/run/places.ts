/**
 * Where the paths of a call lead: what stands behind links on the way is frozen with the call, so that a link put in a
 * path's place after the yes makes it another call. It knows no files; which values are paths shows by what is there.
 */
import type { Capability, Json, JsonObject } from '../capability/capability.ts';
import type { RunPorts } from './ports.ts';

/** A value as it was given, and the place that links lead it to. */
export type Place = { readonly given: string; readonly real: string };

/** What no file system takes for a path. */
export const LONGEST_PATH = 4096;

/** Of what changes something: the values behind which a link stands, in the order of the arguments. */
export async function findPlaces(
  { sideEffect }: Capability,
  values: JsonObject,
  cwd: string,
  ports: Pick<RunPorts, 'beyondLinks'>,
): Promise<readonly Place[]> {
  if (sideEffect === 'R') return [];
  const texts = Object.values(values).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  const found: Place[] = [];
  for (const given of texts) {
    if (typeof given !== 'string' || given === '' || given.length > LONGEST_PATH || /[\0\n]/.test(given)) continue;
    const real = await ports.beyondLinks(given, cwd);
    if (real !== undefined) found.push({ given, real });
  }
  return found;
}
