/**
 * Stage 4b: the call bound to what stands at its paths, where a yes is given for that: for every change, and for what only
 * reads wherever somebody is asked first, as it may start what it finds there.
 */
import { canonicalJson } from '../canon/json.ts';
import { decide } from './decide.ts';
import { bindPlaces, type Frozen } from './freeze.ts';
import { findPlaces } from './places.ts';
import type { RunPorts } from './ports.ts';
import { findProjectFiles } from './project-files.ts';
import { findBelow } from './with-all-below.ts';

/** `token`: the yes that the caller brought; it may have been asked for when one was still needed. */
export async function placed(frozen: Frozen, token: string | undefined, ports: PlacePorts): Promise<Frozen> {
  const isAsked = token !== undefined || frozen.capability.sideEffect !== 'R' || decide(frozen).kind !== 'allowed';
  if (!isAsked) return frozen;
  const { places, below } = await lookAround(frozen, ports);
  return bindPlaces(frozen, places, below);
}

/** Whether everything still stands where it did. */
export async function isInPlace(frozen: Frozen, ports: PlacePorts): Promise<boolean> {
  // Where there was a look, there is the directory that it runs in at least.
  if (frozen.places.length === 0) return true;
  const { places, below } = await lookAround(frozen, ports);
  return canonicalJson([places, below]) === canonicalJson([frozen.places, frozen.below]);
}

/** The places themselves last: that takes no time. */
async function lookAround(frozen: Frozen, ports: PlacePorts): Promise<Pick<Frozen, 'places' | 'below'>> {
  const below = await findBelow(frozen, ports);
  const files = await findProjectFiles(frozen, ports);
  return { below, places: [...(await findPlaces(frozen, ports)), ...files] };
}

export type PlacePorts = Pick<RunPorts, 'leadsTo' | 'realDirectory' | 'objectAt' | 'projectOf' | 'treeBelow'>;
