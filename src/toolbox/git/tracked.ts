/** Which of some paths git tracks, ignores or does not know: answered for the paths that were asked about, one by one. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { READING_ENVIRONMENT } from './guard.ts';
import { callGit, type Repository, splitNul } from './repository.ts';

export type Tracked = {
  /** As it was asked for. */
  path: string;
  state: 'tracked' | 'untracked' | 'ignored' | 'missing' | 'outside';
  /** Files of it that git tracks: 1 for a file, any number below a directory. */
  tracked_files: number;
};

export async function whichAreTracked(repository: Repository, paths: readonly string[]): Promise<Tracked[]> {
  const asked = paths.map((path) => ({ path, place: placeOf(repository, path) }));
  const inside = asked.flatMap(({ place }) => (place === undefined ? [] : [place]));
  if (inside.length === 0) return asked.map(({ path }) => ({ path, state: 'outside', tracked_files: 0 }));
  const fromHere = inside.map((place) => relative(repository.directory, join(repository.root, place)) || '.');
  const listed = await repository.read(['ls-files', '--full-name', '-z', '--', ...fromHere]);
  // A file in conflict stands there once for each side.
  const tracked = [...new Set(splitNul(listed.stdout))];
  const ignored = await whichAreIgnored(repository, inside);
  return asked.map(({ path, place }) => {
    if (place === undefined) return { path, state: 'outside', tracked_files: 0 };
    const below = place === '' ? '' : `${place}/`;
    const count = tracked.filter((name) => name === place || name.startsWith(below)).length;
    if (count > 0) return { path, state: 'tracked', tracked_files: count };
    if (ignored.has(place)) return { path, state: 'ignored', tracked_files: 0 };
    return { path, state: existsSync(join(repository.root, place)) ? 'untracked' : 'missing', tracked_files: 0 };
  });
}

async function whichAreIgnored(repository: Repository, places: readonly string[]): Promise<ReadonlySet<string>> {
  // Whole names, which this command never takes for patterns; it refuses to be told so. 1 says that none is ignored.
  const stdin = places.map((place) => `${join(repository.root, place)}\0`).join('');
  const reading = repository.reading.filter((option) => option !== '--literal-pathspecs');
  const options = { stdin, ok: [0, 1], env: READING_ENVIRONMENT };
  const { stdout } = await callGit(repository.directory, [...reading, 'check-ignore', '--stdin', '-z'], options);
  return new Set(splitNul(stdout).map((name) => relative(repository.root, name)));
}

/** The path below the top of the working tree; undefined for one that leads out of it. */
function placeOf({ directory, root }: Repository, path: string): string | undefined {
  const absolute = resolve(directory, path);
  const place = relative(realpathSync(root), join(realDirectory(dirname(absolute)), basename(absolute)));
  return place === '..' || place.startsWith('../') || isAbsolute(place) ? undefined : place;
}

/** Of a file that is a link the link itself counts, so only the way to it is made real. */
function realDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}
