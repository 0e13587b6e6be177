/**
 * The files by which a tool that works on a project chooses what it starts: they belong to what a yes is given for, the ones
 * that are there and the ones that are not. It knows no files.
 */
import { CHOOSING_FILES } from '../capability/project-root.ts';
import type { Frozen } from './freeze.ts';
import { findMeanings, type Place } from './places.ts';
import type { RunPorts } from './ports.ts';
import { worksOnProject } from './working-tree.ts';

/** Of the projects of each directory that the call is asked from, runs in or names. */
export async function findProjectFiles(
  call: Pick<Frozen, 'capability' | 'arguments' | 'base' | 'cwd'>,
  ports: Pick<RunPorts, 'realDirectory' | 'objectAt' | 'projectOf'>,
): Promise<readonly Place[]> {
  if (!worksOnProject(call.capability)) return [];
  const { bases } = await findMeanings(call, ports);
  const roots = new Set([...bases].flatMap((base) => ports.projectOf(base) ?? []));
  const found: Place[] = [];
  for (const root of roots) {
    for (const name of CHOOSING_FILES) {
      const path = root === '/' ? `/${name}` : `${root}/${name}`;
      found.push({ given: path, path, real: null, object: (await ports.objectAt(path)) ?? null });
    }
  }
  return found;
}
