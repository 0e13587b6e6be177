/**
 * Whose policy a call is frozen under: that of the caller's own directory, of the directory that the request names, and of
 * all that its arguments lead to. Each project has a say in what runs in it and what is done to it, whoever asks from
 * wherever. It knows no files; as in ./places.ts, which values are paths shows by what is there.
 */
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { type Frozen, governedBy, takingProject } from './freeze.ts';
import { findMeanings } from './places.ts';
import type { DirectoryFound, RunPorts } from './ports.ts';
import type { Governance } from './resolve.ts';
import { takenWhole } from './taken-whole.ts';
import { takesProject } from './with-all-below.ts';
import { rewritesWorkingTree, usesGit } from './working-tree.ts';

type Freezing = Frozen | InvalidArguments | Refusal;
type Ports = Pick<RunPorts, 'leadsTo' | 'projectOf' | 'projectsBelow' | 'realDirectory' | 'repositoryAt'>;

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
  const { places, trees, complete } = await placesOf(frozen, ports);
  if (!complete) return UNREADABLE;
  const wider = await within(places, [...trees, ...(await takenWhole(frozen, place.path, ports))]);
  if (isRefusal(wider)) return wider;
  const takes = await takesProject(frozen, place.path, ports);
  const known = (call: Frozen) => (takes ? takingProject(call) : call);
  const same = governedBy(frozen, wider);
  if (same !== undefined) return known(same);
  const again = await freezeUnder(wider);
  if (again.kind !== 'frozen') return again;
  const { places: now } = await placesOf(again, ports);
  if (now.length === places.length && now.every((one, index) => one === places[index])) return known(again);
  return refuse('denied', { message: 'The directory leads elsewhere than a moment ago. Nothing was executed.' });
}

type Places = {
  readonly places: readonly string[];
  /** Working trees that it rewrites as a whole. */
  readonly trees: readonly string[];
  readonly complete: boolean;
};

/**
 * Every place that a value of the arguments can mean, and the directories that these are relative to; where git works, the
 * repositories of those directories as well, which may lie elsewhere.
 */
async function placesOf(frozen: Frozen, ports: Ports): Promise<Places> {
  const { bases, meanings } = await findMeanings(frozen, ports);
  const places = new Set(bases);
  for (const { text, base } of meanings) {
    for (const place of await ports.leadsTo(text, base)) places.add(place);
  }
  const { capability, cwd } = frozen;
  const repositories = new Map(usesGit(capability) ? [...bases].map((base) => [base, ports.repositoryAt(base)]) : []);
  for (const { places: led } of repositories.values()) for (const place of led) places.add(place);
  const trees = rewritesWorkingTree(capability) ? (repositories.get(cwd)?.trees ?? []) : [];
  return { places: [...places], trees, complete: [...repositories.values()].every(({ complete }) => complete) };
}

const UNREADABLE = refuse('denied', {
  message:
    'Which repository this is cannot be read from its files, so nobody knows whose policy holds. Nothing was executed.',
});
