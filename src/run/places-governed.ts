/**
 * Whose policy a call is frozen under: that of the caller's own directory, of the directory that the request names, and of
 * the one that its arguments lead it to. Each project has a say in what runs in it, whoever asks from wherever.
 */
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { type Frozen, governedBy } from './freeze.ts';
import type { DirectoryFound } from './ports.ts';
import type { Governance } from './resolve.ts';

type Freezing = Frozen | InvalidArguments | Refusal;

/** `place` is the request's directory; `freezeUnder` freezes the call under a policy. */
export async function freezeGoverned(
  governance: Governance,
  place: DirectoryFound,
  freezeUnder: (governance: Governance) => Promise<Freezing>,
): Promise<Freezing> {
  const { within } = governance;
  if (within === undefined || place.kind !== 'directory') return freezeUnder(governance);
  const here = await within([place.path]);
  if (isRefusal(here)) return here;
  const frozen = await freezeUnder(here);
  if (frozen.kind !== 'frozen' || frozen.cwd === place.path) return frozen;
  const wider = await within([place.path, frozen.cwd]);
  if (isRefusal(wider)) return wider;
  const same = governedBy(frozen, wider);
  if (same !== undefined) return same;
  const again = await freezeUnder(wider);
  if (again.kind !== 'frozen' || again.cwd === frozen.cwd) return again;
  return refuse('denied', { message: 'The directory leads elsewhere than a moment ago. Nothing was executed.' });
}
