/**
 * Which calls take away what stands below a place, and with it the policies of projects there: by moving, renaming or
 * removing it, or by shutting it. It knows no files.
 */
import type { Json } from '../capability/capability.ts';
import type { Frozen } from './freeze.ts';
import { pathsOf } from './places.ts';
import type { RunPorts } from './ports.ts';

type Call = Pick<Frozen, 'capability' | 'arguments' | 'cwd'>;
type Taken = { readonly texts: readonly Json[]; readonly withItself: boolean };

/** Our own tools; what git takes is a matter of its own. A place that does not go itself keeps the policy that lies in it. */
const TAKING: { readonly [tool: string]: (values: Frozen['arguments']) => Taken } = {
  file_move: ({ sources }) => ({ texts: [sources ?? []].flat(), withItself: true }),
  file_trash: ({ paths }) => ({ texts: [paths ?? []].flat(), withItself: true }),
  file_rename_batch: ({ path }) => ({ texts: [path ?? '.'], withItself: false }),
  file_permissions_set: ({ paths, recursive }) => ({
    texts: recursive === true ? [paths ?? []].flat() : [],
    withItself: true,
  }),
  dev_build_clean: ({ directory }) => ({ texts: [directory ?? '.'], withItself: false }),
};

/** `own`: the directory that the call is asked from. */
export async function takesProject(
  { capability: { handler }, arguments: values, cwd }: Call,
  own: string,
  ports: Pick<RunPorts, 'leadsTo' | 'projectOf' | 'projectsBelow'>,
): Promise<boolean> {
  const taken = handler?.kind === 'builtin' ? TAKING[handler.tool]?.(values) : undefined;
  if (taken === undefined || values.preview === true) return false;
  const tops = new Set<string>();
  for (const text of taken.texts.flatMap(pathsOf)) {
    for (const base of new Set([cwd, own])) for (const place of await ports.leadsTo(text, base)) tops.add(place);
  }
  if (handler?.kind === 'builtin' && handler.tool.startsWith('dev_')) {
    for (const place of [...tops]) tops.add(ports.projectOf(place) ?? place);
  }
  const { directories } = await ports.projectsBelow([...tops]);
  return directories.some((directory) => taken.withItself || !tops.has(directory));
}
