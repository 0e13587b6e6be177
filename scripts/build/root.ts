/** Where things lie in the repository, for the scripts. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's directory. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What a build leaves for people: the executable and the default snapshot. */
export const DIST = join(ROOT, 'dist');

/** What a build leaves for itself: bundles, code caches, the stripped base binary. */
export const WORK = join(DIST, 'build');

/** The executable. */
export const EXECUTABLE = join(DIST, 'cap');
