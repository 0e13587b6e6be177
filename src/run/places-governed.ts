/**
 * Whose policy a call is frozen under: that of the caller's own directory, of the directory that the request names, and of
 * all that its arguments lead to. Each project has a say in what runs in it and what is done to it, whoever asks from
 * wherever. It knows no files; as in ./places.ts, which values are paths shows by what is there.
 */
import type { Json } from '../capability/capability.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { type Frozen, governedBy } from './freeze.ts';
import { LONGEST_PATH } from './places.ts';
import type { DirectoryFound, RunPorts } from './ports.ts';
import type { Governance } from './resolve.ts';
import { takenWhole } from './taken-whole.ts';

type Freezing = Frozen | InvalidArguments | Refusal;
type Ports = Pick<RunPorts, 'leadsTo' | 'realDirectory'>;

/** `place` is the request's directory; `freezeUnder` freezes the call under a policy. */
export async function freezeGoverned(
  governance: Governance,
  place: DirectoryFound,
  ports: Ports,
  freezeUnder: (governance: Governance) => Promise<Freezing>,
): Promise<Freezing> {
  const { within } = governance;
  if (within === undefined || place.kind !== 'directory') return freezeUnder(governance);
  const here = await within([place.path]);
  if (isRefusal(here)) return here;
  const frozen = await freezeUnder(here);
  if (frozen.kind !== 'frozen') return frozen;
  const places = await placesOf(frozen, place.path, ports);
  const wider = await within(places, await takenWhole(frozen, place.path, ports));
  if (isRefusal(wider)) return wider;
  const same = governedBy(frozen, wider);
  if (same !== undefined) return same;
  const again = await freezeUnder(wider);
  if (again.kind !== 'frozen') return again;
  const now = await placesOf(again, place.path, ports);
  if (now.length === places.length && now.every((one, index) => one === places[index])) return again;
  return refuse('denied', { message: 'The directory leads elsewhere than a moment ago. Nothing was executed.' });
}

/**
 * Every place that a value of the arguments, however deep, can mean: seen from the caller's directory, from the one that
 * the call runs in, and from each directory that another argument names, as tools join the two.
 */
async function placesOf({ arguments: values, cwd }: Frozen, own: string, ports: Ports): Promise<readonly string[]> {
  const bases = new Set([own, cwd]);
  for (const text of new Set(Object.values(values).flatMap(pathsOf))) {
    for (const from of [own, cwd]) {
      const found = await ports.realDirectory(text, from);
      if (found.kind === 'directory') bases.add(found.path);
    }
  }
  const places = new Set(bases);
  for (const text of new Set(textsIn(values))) {
    for (const base of text.startsWith('/') ? [cwd] : bases) {
      for (const place of await ports.leadsTo(text, base)) places.add(place);
    }
  }
  return [...places];
}

function pathsOf(value: Json): string[] {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH && !value.includes('\0')
    ? [value]
    : [];
}

function textsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return pathsOf(value);
  return Object.values(value as { readonly [name: string]: Json }).flatMap(textsIn);
}
