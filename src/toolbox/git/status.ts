/**
 * Tool `git_status`: branch, upstream, operation under way and every staged, unstaged, untracked and unmerged path,
 * from `git status --porcelain=v2 -z`.
 */
import { oneOf, optionalInteger, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { CHANGE_WORDS } from './changes.ts';
import { operationUnderWay } from './operation.ts';
import { needWorkingTree, openRepository, splitNul } from './repository.ts';
import { whichAreTracked } from './tracked.ts';

type Entry = { path: string; change: string; original_path: string | null };

/** Both letters of an unmerged entry → what happened on the two sides. */
const CONFLICT_KINDS: { readonly [letters: string]: string } = {
  DD: 'both_deleted',
  AU: 'added_by_us',
  UD: 'deleted_by_them',
  UA: 'added_by_them',
  DU: 'deleted_by_us',
  AA: 'both_added',
  UU: 'both_modified',
};

const UNTRACKED = { none: 'no', directories: 'normal', files: 'all' } as const;

/** Arguments: `repository`, `untracked` none | directories | files (directories), `paths`, `limit` (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const untracked = UNTRACKED[oneOf(args, 'untracked', ['none', 'directories', 'files'], 'directories')];
  const limit = optionalInteger(args, 'limit') ?? 500;
  const argv = ['status', '--porcelain=v2', '-z', '--branch', `--untracked-files=${untracked}`, '--find-renames'];
  // Inside a submodule git would look by the submodule's own configuration.
  argv.push('--ignore-submodules=dirty');
  const asked = textList(args, 'paths');
  const paths = await whichAreTracked(repository, asked);
  // Git refuses a path outside of the repository; the answer says so for that one path.
  const within = paths.filter(({ state }) => state !== 'outside').map(({ path }) => path);
  if (asked.length > 0 && within.length === 0) {
    throw new ToolFailure('none of these paths lies inside the repository', 'invalid_arguments');
  }
  const { stdout } = await repository.read([...argv, '--', ...within]);
  const found = parseStatus(splitNul(stdout));
  const { header } = found;
  const head = header.get('branch.oid') ?? '(initial)';
  const branch = header.get('branch.head') ?? '(detached)';
  const [ahead, behind] = (header.get('branch.ab') ?? '').split(' ');
  const lists = [found.staged, found.unstaged, found.untracked, found.conflicted];
  return {
    root: repository.root,
    branch: branch === '(detached)' ? null : branch,
    detached: branch === '(detached)',
    head: head === '(initial)' ? null : head,
    upstream: header.get('branch.upstream') ?? null,
    ahead: distance(ahead),
    behind: distance(behind),
    operation: await operationUnderWay(repository),
    clean: lists.every((list) => list.length === 0),
    staged: found.staged.slice(0, limit),
    unstaged: found.unstaged.slice(0, limit),
    untracked: found.untracked.slice(0, limit),
    conflicted: found.conflicted.slice(0, limit),
    counts: {
      staged: found.staged.length,
      unstaged: found.unstaged.length,
      untracked: found.untracked.length,
      conflicted: found.conflicted.length,
    },
    truncated: lists.some((list) => list.length > limit),
    ...(asked.length === 0 ? {} : { paths }),
  };
}

type Status = {
  header: Map<string, string>;
  staged: Entry[];
  unstaged: Entry[];
  untracked: string[];
  conflicted: { path: string; kind: string }[];
};

/** The entries of porcelain v2: "# key value", "1 …", "2 … NUL original", "u …", "? path". */
export function parseStatus(fields: readonly string[]): Status {
  const status: Status = { header: new Map(), staged: [], unstaged: [], untracked: [], conflicted: [] };
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] ?? '';
    const kind = field.slice(0, 1);
    if (kind === '#') {
      const [, key = '', ...value] = field.split(' ');
      status.header.set(key, value.join(' '));
    } else if (kind === '?') {
      status.untracked.push(field.slice(2));
    } else if (kind === 'u') {
      const letters = field.slice(2, 4);
      status.conflicted.push({ path: afterSpaces(field, 10), kind: CONFLICT_KINDS[letters] ?? letters });
    } else if (kind === '1' || kind === '2') {
      const path = afterSpaces(field, kind === '1' ? 8 : 9);
      const original = kind === '2' ? (fields[++i] ?? null) : null;
      const [staged = '.', unstaged = '.'] = field.slice(2, 4);
      // A rename is staged or not; the other letter then speaks of the file under its new name.
      if (staged !== '.') status.staged.push(entry(path, staged, original));
      if (unstaged !== '.') status.unstaged.push(entry(path, unstaged, original));
    }
  }
  return status;
}

function entry(path: string, letter: string, original: string | null): Entry {
  const moved = letter === 'R' || letter === 'C';
  return { path, change: CHANGE_WORDS[letter] ?? letter, original_path: moved ? original : null };
}

/** What stands behind the `count`-th space: a path may hold spaces itself. */
function afterSpaces(text: string, count: number): string {
  let at = -1;
  for (let i = 0; i < count; i++) at = text.indexOf(' ', at + 1);
  return text.slice(at + 1);
}

/** "+3" or "-2" as a number of commits. */
function distance(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number.parseInt(text.slice(1), 10);
}
