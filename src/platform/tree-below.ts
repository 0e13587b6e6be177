/** What stands below a directory, as one text: names, and of each what changes when it is put in place of another or written to. */
import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '../capability/tool-pass.ts';
import { UNSEEN_TREE } from '../run/ports.ts';

/** A twentieth of a second of looking, which is done a few times for each call. */
const MOST_ENTRIES = 10_000;

/** Undefined where no directory is. Links are not followed. What is more, or may not be looked at, is told as that alone. */
export function treeBelow(top: string, most = MOST_ENTRIES): string | undefined {
  const hash = createHash('sha256');
  const open = [''];
  let entries = 0;
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    let found: Dirent[];
    try {
      found = readdirSync(join(top, below), { withFileTypes: true });
    } catch (error) {
      const isNone = below === '' && ['ENOTDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
      return isNone ? undefined : UNSEEN_TREE;
    }
    entries += found.length;
    if (entries > most) return UNSEEN_TREE;
    for (const { name } of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(below, name);
      const facts = lstatSync(join(top, path), { bigint: true, throwIfNoEntry: false });
      hash.update(`${path}\0${facts === undefined ? '' : objectOf(facts)}\0`);
      if (facts?.isDirectory() === true) open.push(path);
    }
  }
  return `${entries} entries ${hash.digest('hex')}`;
}
