/**
 * A comparison as git reports it (`--raw --numstat -z`) read into one entry a file, and a patch as lines.
 * It knows neither which two sides were compared nor how.
 */
import type { Json } from '../tool.ts';

export type Change = {
  /** Below the top of the repository. */
  readonly path: string;
  /** Where it was before a rename or copy. */
  readonly original_path: string | null;
  readonly change: string;
  /** null for a binary file, as are deletions. */
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly binary: boolean;
};

/**
 * The options that make a comparison independent of anybody's configuration. Of a submodule its commit is compared: what
 * was changed inside is not looked at, as git would do that by its configuration.
 */
export const COMPARE = ['--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', '--ignore-submodules=dirty'];
/** The options by which `parseChanges` reads the output. */
export const LIST = ['--raw', '--numstat', '-z'];

/** Letter of git's raw format → word. */
export const CHANGE_WORDS: { readonly [letter: string]: string } = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
  U: 'unmerged',
};

/** Reads `--raw --numstat -z`: first all raw entries (":modes hashes letter"), then all counts. */
export function parseChanges(fields: readonly string[]): Change[] {
  const changes = new Map<string, { original: string | null; change: string }>();
  const counts = new Map<string, { additions: number | null; deletions: number | null }>();
  for (let i = 0; i < fields.length; ) {
    const field = fields[i] ?? '';
    if (field.startsWith(':')) {
      const letter = field.split(' ').at(-1)?.slice(0, 1) ?? 'M';
      const moved = letter === 'R' || letter === 'C';
      const path = fields[i + (moved ? 2 : 1)] ?? '';
      const seen = changes.get(path);
      // An unmerged file comes twice, once as what it also is; that it is unmerged says more.
      if (seen?.change !== 'unmerged') {
        changes.set(path, { original: moved ? (fields[i + 1] ?? null) : null, change: CHANGE_WORDS[letter] ?? letter });
      }
      i += moved ? 3 : 2;
      continue;
    }
    const [added = '', deleted = '', name = ''] = splitTabs(field);
    const moved = name === '';
    const path = moved ? (fields[i + 2] ?? '') : name;
    if (!counts.has(path) || added !== '0') counts.set(path, { additions: count(added), deletions: count(deleted) });
    i += moved ? 3 : 1;
  }
  const found: Change[] = [];
  for (const [path, { original, change }] of changes) {
    const { additions, deletions } = counts.get(path) ?? { additions: 0, deletions: 0 };
    found.push({ path, original_path: original, change, additions, deletions, binary: additions === null });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The list cut at `limit`, with totals over all of it. */
export function listChanges(changes: readonly Change[], limit: number): { [key: string]: Json } {
  return {
    files: changes.slice(0, limit),
    total_files: changes.length,
    additions: changes.reduce((sum, change) => sum + (change.additions ?? 0), 0),
    deletions: changes.reduce((sum, change) => sum + (change.deletions ?? 0), 0),
    truncated: changes.length > limit,
  };
}

/** Text as lines, at most `limit` of them. The end of the last line is no line of its own. */
export function cutLines(text: string, limit: number): { lines: string[]; total: number; truncated: boolean } {
  const lines = text === '' ? [] : text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { lines: lines.slice(0, limit), total: lines.length, truncated: lines.length > limit };
}

/** "additions TAB deletions TAB path"; a path may hold a tab itself. */
function splitTabs(field: string): [string, string, string] {
  const first = field.indexOf('\t');
  const second = field.indexOf('\t', first + 1);
  return [field.slice(0, first), field.slice(first + 1, second), field.slice(second + 1)];
}

function count(text: string): number | null {
  return text === '-' ? null : Number.parseInt(text, 10);
}
