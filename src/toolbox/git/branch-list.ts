/**
 * Tool `git_branch_list`: local and remote branches with their upstream, distance and whether they are merged.
 */
import { oneOf, optionalInteger, optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { currentBranch, findCommit, openRepository, type Repository, resolveCommit } from './repository.ts';

type Branch = {
  name: string;
  scope: 'local' | 'remote';
  current: boolean;
  hash: string;
  time: string;
  author: string;
  subject: string;
  upstream: string | null;
  ahead: number | null;
  behind: number | null;
  upstream_gone: boolean;
  merged: boolean | null;
};

/** A control character of its own between fields; no ref name and no subject line holds a newline. */
const FORMAT = [
  '%(refname)',
  '%(symref)',
  '%(objectname)',
  '%(committerdate:iso-strict)',
  '%(upstream:lstrip=2)',
  '%(upstream:track,nobracket)',
  '%(authorname)',
  '%(contents:subject)',
].join('%1f');
const SCOPES = { local: ['refs/heads'], remote: ['refs/remotes'], all: ['refs/heads', 'refs/remotes'] } as const;

/**
 * Arguments: `repository`, `scope` local | remote | all (local), `name` (part of it), `merged_into` (HEAD),
 * `only` all | merged | unmerged | gone (all), `limit` (200).
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const scope = oneOf(args, 'scope', ['local', 'remote', 'all'], 'local');
  const only = oneOf(args, 'only', ['all', 'merged', 'unmerged', 'gone'], 'all');
  const name = optionalText(args, 'name') ?? '';
  const limit = optionalInteger(args, 'limit') ?? 200;
  const into = optionalText(args, 'merged_into') ?? 'HEAD';
  const target = into === 'HEAD' ? await findCommit(repository, into) : await resolveCommit(repository, into);
  const current = await currentBranch(repository);

  const merged = target === undefined ? undefined : await mergedRefs(repository, SCOPES[scope], target);
  const argv = ['for-each-ref', '--sort=refname', '--sort=-committerdate', `--format=${FORMAT}`, ...SCOPES[scope]];
  const rows = (await repository.read(argv)).stdout.toString('utf8').split('\n');
  const branches = rows
    .filter((row) => row !== '')
    .map((row) => parseBranch(row, current, merged))
    .filter((branch) => branch !== undefined)
    .filter((branch) => branch.name.includes(name) && fits(branch, only));
  return {
    root: repository.root,
    current,
    detached: current === null,
    merged_into: into,
    branches: branches.slice(0, limit),
    total: branches.length,
    truncated: branches.length > limit,
  };
}

async function mergedRefs(
  repository: Repository,
  prefixes: readonly string[],
  target: string,
): Promise<ReadonlySet<string>> {
  const { stdout } = await repository.read(['for-each-ref', `--merged=${target}`, '--format=%(refname)', ...prefixes]);
  return new Set(stdout.toString('utf8').split('\n'));
}

function parseBranch(row: string, current: string | null, merged: ReadonlySet<string> | undefined): Branch | undefined {
  const [ref = '', symref = '', hash = '', time = '', upstream = '', track = '', author = '', ...subject] =
    row.split('\x1f');
  // refs/remotes/origin/HEAD is a pointer to a branch that is listed anyway.
  if (symref !== '' && ref.startsWith('refs/remotes/')) return undefined;
  const local = ref.startsWith('refs/heads/');
  const name = ref.slice((local ? 'refs/heads/' : 'refs/remotes/').length);
  const gone = track === 'gone';
  const tracked = upstream !== '' && !gone;
  return {
    name,
    scope: local ? 'local' : 'remote',
    current: local && name === current,
    hash,
    time,
    author,
    subject: subject.join('\x1f'),
    upstream: upstream === '' ? null : upstream,
    ahead: tracked ? Number(/ahead (\d+)/.exec(track)?.[1] ?? 0) : null,
    behind: tracked ? Number(/behind (\d+)/.exec(track)?.[1] ?? 0) : null,
    upstream_gone: gone,
    merged: merged === undefined ? null : merged.has(ref),
  };
}

function fits(branch: Branch, only: 'all' | 'merged' | 'unmerged' | 'gone'): boolean {
  if (only === 'merged') return branch.merged === true;
  if (only === 'unmerged') return branch.merged === false;
  return only === 'all' || branch.upstream_gone;
}
