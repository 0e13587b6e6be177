/** Which programs of a repository git would start at a commit, so that whoever is asked knows of them. Nothing is started but git. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Repository } from './repository.ts';

/** A program and what it was when it was looked at. */
type Hook = { readonly path: string; readonly sha256: string };

const AT_COMMIT = [
  ...['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
  ...['reference-transaction', 'post-index-change'],
];

/** Those that stand in the directory that git is set up to look into and that may be executed, as git asks for. */
export async function commitHooks(repository: Repository): Promise<readonly Hook[]> {
  // Called as the commit is: a reading call looks into no directory of hooks.
  const { stdout } = await repository.write(['rev-parse', '--git-path', 'hooks']);
  const directory = resolve(repository.directory, stdout.toString('utf8').replace(/\n$/, ''));
  const found = await Promise.all(AT_COMMIT.map((name) => hookAt(resolve(directory, name))));
  return found.filter((hook) => hook !== undefined);
}

async function hookAt(path: string): Promise<Hook | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
    await access(path, constants.X_OK);
    return {
      path,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    };
  } catch {
    return undefined;
  }
}
