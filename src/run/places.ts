/**
 * What the paths of a call can mean, where links lead them and what stands there: frozen with the call, so that a link or
 * another file put in a path's place after the yes makes it another call. It knows no files; which values are paths shows
 * by what is there.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import type { RunPorts } from './ports.ts';

/**
 * A value as it was given, and a place that it can mean: its absolute path, again in `real` where links lead there, and
 * which file or directory of the system stands there, null where nothing does yet. A file that was written to is another one.
 */
export type Place = {
  readonly given: string;
  readonly path: string;
  readonly real: string | null;
  readonly object: string | null;
};

/** The arguments of a call, the directory that it is asked from, and the one that it runs in; real paths both. */
export type PathsOfCall = { readonly arguments: JsonObject; readonly base: string; readonly cwd: string };

/** What no file system takes for a path. */
const LONGEST_PATH = 4096;

/**
 * The directory that it runs in, then the values that are there as paths or lead somewhere, in the order of the arguments,
 * each with the directory that it stands in or would be made below.
 */
export async function findPlaces(
  call: PathsOfCall,
  ports: Pick<RunPorts, 'leadsTo' | 'realDirectory' | 'objectAt'>,
): Promise<readonly Place[]> {
  const found = new Map<string, Place>();
  const add = (place: Place) => found.set(`${place.given}\0${place.path}`, place);
  const { meanings } = await findMeanings(call, ports);
  for (const { text, base } of [{ text: call.cwd, base: call.cwd }, ...meanings]) {
    for (const [index, path] of (await ports.leadsTo(text, base)).entries()) {
      const object = (await ports.objectAt(path)) ?? null;
      const real = index === 0 ? null : path;
      if (real !== null || object !== null) add({ given: text, path, real, object });
      const above = text === call.cwd ? undefined : await directoryAbove(path, ports);
      if (above !== undefined) add(above);
    }
  }
  return [...found.values()];
}

/** The nearest directory above a path that is there. */
async function directoryAbove(path: string, ports: Pick<RunPorts, 'objectAt'>): Promise<Place | undefined> {
  for (let at = path; at.lastIndexOf('/') >= 0 && at !== '/'; ) {
    at = at.slice(0, at.lastIndexOf('/')) || '/';
    const object = await ports.objectAt(at);
    if (object !== undefined) return { given: at, path: at, real: null, object };
  }
  return undefined;
}

type Meaning = { readonly text: string; readonly base: string };

/**
 * Every text of the arguments, however deep, with each directory that it can be relative to: the caller's, the one that
 * the call runs in, and those that other arguments name, as tools join the two.
 */
export async function findMeanings(
  { arguments: values, base: own, cwd }: PathsOfCall,
  ports: Pick<RunPorts, 'realDirectory'>,
): Promise<{ readonly bases: ReadonlySet<string>; readonly meanings: readonly Meaning[] }> {
  const bases = new Set([own, cwd]);
  for (const text of new Set(Object.values(values).flatMap(pathsOf))) {
    for (const from of [own, cwd]) {
      const found = await ports.realDirectory(text, from);
      if (found.kind === 'directory') bases.add(found.path);
    }
  }
  const meanings = [...new Set(textsIn(values))].flatMap((text) =>
    (text.startsWith('/') ? [cwd] : [...bases]).map((base) => ({ text, base })),
  );
  return { bases, meanings };
}

/** The text, where it can be a path: only NUL stands in none. */
export function pathsOf(value: Json): string[] {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH && !value.includes('\0')
    ? [value]
    : [];
}

function textsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return pathsOf(value);
  return Object.values(value as { readonly [name: string]: Json }).flatMap(textsIn);
}
