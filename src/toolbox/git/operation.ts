/**
 * Which operation of git is under way in a working tree: told by the files that git keeps meanwhile. It starts nothing.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** File or directory below the git directory → the operation; the first that exists wins: a rebase stops in a pick. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['rebase-apply/applying', 'am'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** merge, rebase, cherry-pick, revert, am or bisect; null when none is under way. */
export async function operationUnderWay(repository: Repository): Promise<string | null> {
  for (const [file, operation] of SIGNS) {
    const exists = await access(join(repository.gitDirectory, file)).then(
      () => true,
      () => false,
    );
    if (exists) return operation;
  }
  return null;
}
