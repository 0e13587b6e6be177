/**
 * Where the paths of a call lead and what stands there: both are frozen with the call, so that a link or another file put
 * in a path's place after the yes makes it another call. It knows no files; which values are paths shows by what is there.
 */
import type { Capability, Json, JsonObject } from '../capability/capability.ts';
import type { RunPorts } from './ports.ts';

/**
 * A value as it was given; the place that links lead it to, null without any; and which file or directory of the system it
 * is, null where nothing is there yet. A file that was written anew in its place is another one.
 */
export type Place = { readonly given: string; readonly real: string | null; readonly object: string | null };

/** What no file system takes for a path. */
export const LONGEST_PATH = 4096;

/** Of what changes something: the values that are there as paths or lead somewhere, in the order of the arguments. */
export async function findPlaces(
  { sideEffect }: Capability,
  values: JsonObject,
  cwd: string,
  ports: Pick<RunPorts, 'beyondLinks' | 'objectAt'>,
): Promise<readonly Place[]> {
  if (sideEffect === 'R') return [];
  const texts = Object.values(values).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  const found: Place[] = [];
  for (const given of texts) {
    if (typeof given !== 'string' || given === '' || given.length > LONGEST_PATH || /[\0\n]/.test(given)) continue;
    const real = (await ports.beyondLinks(given, cwd)) ?? null;
    const object = (await ports.objectAt(given, cwd)) ?? null;
    if (real !== null || object !== null) found.push({ given, real, object });
  }
  return found;
}
