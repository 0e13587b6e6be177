/**
 * Which calls of our own tools do something to all that stands below a place: what is there is bound by a yes, and where
 * they take it away, by moving, renaming, shutting or removing it, the policies of projects go with it. It knows no files.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import type { Frozen } from './freeze.ts';
import { pathsOf } from './places.ts';
import type { RunPorts } from './ports.ts';

type Call = Pick<Frozen, 'capability' | 'arguments' | 'cwd'>;

/** `goes`: what is taken away. A place that does not go itself keeps the policy that lies in it. */
type Whole = {
  readonly texts: Json | undefined;
  readonly goes: 'place' | 'content' | 'nothing';
  readonly seen?: boolean;
};

/** What git takes is a matter of its own. `seen`: a preview says what is touched. */
const WHOLE: { readonly [tool: string]: (values: JsonObject) => Whole } = {
  archive_create: ({ paths }) => ({ texts: paths, goes: 'nothing' }),
  dev_build_clean: ({ directory = '.' }) => ({ texts: directory, goes: 'content', seen: true }),
  file_copy: ({ sources }) => ({ texts: sources, goes: 'nothing' }),
  file_move: ({ sources }) => ({ texts: sources, goes: 'place' }),
  file_permissions_set: ({ paths, recursive }) => ({ texts: recursive === true ? paths : [], goes: 'place' }),
  file_rename_batch: ({ path = '.' }) => ({ texts: path, goes: 'content', seen: true }),
  file_trash: ({ paths }) => ({ texts: paths, goes: 'place' }),
  text_line_endings_convert: ({ paths }) => ({ texts: paths, goes: 'nothing' }),
  text_replace: ({ paths }) => ({ texts: paths, goes: 'nothing' }),
};

function wholeOf({ capability: { handler }, arguments: values }: Call): Whole | undefined {
  return handler?.kind === 'builtin' ? WHOLE[handler.tool]?.(values) : undefined;
}

/** All places that these texts can mean. */
async function placesOf({ texts }: Whole, bases: readonly string[], ports: Pick<RunPorts, 'leadsTo'>) {
  const found = new Set<string>();
  for (const text of [texts ?? []].flat().flatMap(pathsOf)) {
    for (const base of new Set(bases)) for (const place of await ports.leadsTo(text, base)) found.add(place);
  }
  return found;
}

/** Each place that is taken with all below it, and what stands there: the same as long as nothing is put there, taken or written to. */
export async function findBelow(
  call: Call & Pick<Frozen, 'base'>,
  ports: Pick<RunPorts, 'leadsTo' | 'treeBelow'>,
): Promise<readonly (readonly [path: string, tree: string])[]> {
  const whole = wholeOf(call);
  if (whole === undefined || whole.seen === true) return [];
  const found: (readonly [string, string])[] = [];
  for (const place of await placesOf(whole, [call.cwd, call.base], ports)) {
    const tree = await ports.treeBelow(place);
    if (tree !== undefined) found.push([place, tree]);
  }
  return found;
}

/** Whether it takes away what the policy of a project lies in. `own`: the directory that the call is asked from. */
export async function takesProject(
  call: Call,
  own: string,
  ports: Pick<RunPorts, 'leadsTo' | 'projectOf' | 'projectsBelow'>,
): Promise<boolean> {
  const whole = wholeOf(call);
  if (whole === undefined || whole.goes === 'nothing' || call.arguments.preview === true) return false;
  const tops = await placesOf(whole, [call.cwd, own], ports);
  const { handler } = call.capability;
  if (handler?.kind === 'builtin' && handler.tool.startsWith('dev_')) {
    for (const place of [...tops]) tops.add(ports.projectOf(place) ?? place);
  }
  const { directories } = await ports.projectsBelow([...tops]);
  return directories.some((directory) => whole.goes === 'place' || !tops.has(directory));
}
