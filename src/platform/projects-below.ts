/**
 * Directories below others that have a policy of their own: whoever removes or moves a directory does so to the projects in
 * it. Links are not followed, as nothing that removes a directory follows them.
 */
import { readdir } from 'node:fs/promises';
import { below } from './paths.ts';
import { PROJECT_FILE } from './policy-files.ts';

/** A tenth of a second of looking; a home with more in it is worth a question of its own. */
const MOST_ENTRIES = 20_000;
/** Deeper nobody keeps a project that they know of. */
const MOST_LEVELS = 16;

export type ProjectsBelow = {
  readonly directories: readonly string[];
  /** False: there is more than was looked through, or something that may not be looked at. */
  readonly complete: boolean;
};

/** `tops` are real paths; one that is no directory has nothing below it. */
export async function projectsBelow(tops: readonly string[], most = MOST_ENTRIES): Promise<ProjectsBelow> {
  const found: string[] = [];
  let complete = true;
  let entries = 0;
  let level: readonly string[] = [...new Set(tops)];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return { directories: found, complete: false };
    const next: string[] = [];
    for (const directory of level) {
      const names = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTDIR' && error.code !== 'ENOENT') complete = false;
        return [];
      });
      entries += names.length;
      if (entries > most) return { directories: found, complete: false };
      if (names.some(({ name }) => name === PROJECT_FILE)) found.push(directory);
      next.push(...names.filter((entry) => entry.isDirectory()).map(({ name }) => below(directory, name)));
    }
    level = next;
  }
  return { directories: found.sort(), complete };
}
