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

/** What programs fill by the thousand: looked through last, so that it hides no project that stands beside it. */
const FILLED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

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
  let level: readonly Place[] = [...new Set(tops)].map((directory) => ({ directory, depth: 0 }));
  const filled: Place[] = [];
  while (level.length > 0) {
    const next: Place[] = [];
    for (const { directory, depth } of level) {
      const names = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTDIR' && error.code !== 'ENOENT') complete = false;
        return [];
      });
      entries += names.length;
      if (names.some(({ name }) => name === PROJECT_FILE)) found.push(directory);
      if (entries > most) return { directories: found.sort(), complete: false };
      for (const { name } of names.filter((entry) => entry.isDirectory())) {
        if (depth === MOST_LEVELS) complete = false;
        else (FILLED.has(name) ? filled : next).push({ directory: below(directory, name), depth: depth + 1 });
      }
    }
    level = next.length > 0 ? next : filled.splice(0);
  }
  return { directories: found.sort(), complete };
}

type Place = { readonly directory: string; readonly depth: number };
