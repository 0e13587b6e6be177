/**
 * What a change takes as a whole: the places that its affected resources name. A project that stands below one of them is
 * removed or moved with it, so its policy is asked as well. It knows no files.
 */
import { directoryArgument } from '../capability/handler-needs.ts';
import type { Frozen } from './freeze.ts';
import { pathsOf } from './places.ts';
import type { RunPorts } from './ports.ts';
import { worksOnProject } from './working-tree.ts';

/** Real and written places, seen from where the call runs and from the caller's directory; none for what only reads. */
export async function takenWhole(
  { capability, arguments: values, cwd }: Pick<Frozen, 'capability' | 'arguments' | 'cwd'>,
  own: string,
  ports: Pick<RunPorts, 'leadsTo' | 'projectOf'>,
): Promise<readonly string[]> {
  if (capability.sideEffect === 'R') return [];
  const names = capability.affectedResources.flatMap((line) =>
    [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  const texts = Object.entries(values).flatMap(([name, value]) =>
    names.includes(name) ? [value].flat().flatMap(pathsOf) : [],
  );
  // Left out, it is where the call runs.
  const directory = directoryArgument(capability.handler);
  if (directory !== undefined && names.includes(directory) && !Object.hasOwn(values, directory)) texts.push('.');
  const places = new Set<string>();
  for (const text of new Set(texts)) {
    for (const base of new Set([cwd, own])) for (const place of await ports.leadsTo(text, base)) places.add(place);
  }
  if (!worksOnProject(capability)) return [...places];
  // Its tools take the directory from where they run; all of the project is theirs, what stands beside it too.
  const { directory: named = '.' } = values;
  for (const place of typeof named === 'string' ? await ports.leadsTo(named, cwd) : []) {
    const root = ports.projectOf(place);
    if (root !== undefined) places.add(root);
  }
  return [...places];
}
