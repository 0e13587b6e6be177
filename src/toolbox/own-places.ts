/**
 * The places from which cap itself is governed: policies, trusted catalogs, keys, the audit. No tool writes there or takes
 * them away, or a small change that nobody has to confirm could lift what is confirmed.
 */
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { realpathSync } from './held-files.ts';
import { homeDirectory } from './home.ts';
import { ToolFailure } from './tool.ts';

/** A project's policy, wherever it lies. */
const PROJECT_POLICY = '.cap-policy.yaml';

/** What a person may have put elsewhere, behind a link. */
const OWN_FILES = ['policy.yaml', 'trusted-snapshots', 'secrets'];

/** Places that this process was told of. */
const told: string[] = [];

/** The state of the cap that has left this pass in it: <state>/results/<ref>/pass. It may be where no variable leads. */
export function protectStateBehind(pass: string): void {
  const results = dirname(dirname(pass));
  if (basename(results) === 'results') told.push(dirname(results));
}

/** Throws ToolFailure when something at this absolute path would be made, written, moved or taken away there. */
export function refuseOwnPlace(absolute: string): void {
  const real = realParents(absolute);
  const inside = ownPlaces().some((place) => isBelow(real, place) || isBelow(place, real));
  if (inside || basename(real) === PROJECT_POLICY) {
    throw new ToolFailure(`${absolute} is where cap itself is governed from: change it by hand`, 'invalid_arguments');
  }
}

/** Wherever a process of this user looks for them; the runner passes on what these variables say. */
function ownPlaces(): string[] {
  const { HOME, XDG_CONFIG_HOME: config, XDG_STATE_HOME: state } = process.env;
  const places = ['/etc/cap', ...told];
  for (const home of new Set([HOME ?? '/', homeDirectory()])) {
    places.push(join(home, '.config/cap'), join(home, '.local/state/cap'));
  }
  for (const base of [config, state]) if (base !== undefined && isAbsolute(base)) places.push(join(base, 'cap'));
  // What a link of ours leads to, a directory of dot files perhaps, is as much a place of cap's as the link.
  const files = places.flatMap((place) => OWN_FILES.map((name) => join(place, name)));
  return [...places, ...files].map(realParents);
}

/** The path with whatever of it exists resolved. */
function realParents(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realParents(parent), basename(path));
  }
}

function isBelow(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
