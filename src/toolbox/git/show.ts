/**
 * Tool `git_show`: one commit with its message, changed files and patch, or one file as it was in that commit.
 */
import { optionalInteger, optionalText, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Change, COMPARE, cutLines, LIST, listChanges, parseChanges } from './changes.ts';
import { PREFIXES } from './diff.ts';
import { emptyTree, openRepository, type Repository, resolveCommit, splitNul } from './repository.ts';

/** Bytes of a file above which its content is not read: a text that anybody reads is far smaller. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/**
 * Arguments: `repository`, `revision` (HEAD), `file` for its content, or `paths`, `patch` (true); `max_lines` of patch
 * or content (5000), `limit` of files (1000).
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const hash = await resolveCommit(repository, optionalText(args, 'revision') ?? 'HEAD');
  const commit = await readCommit(repository, hash);
  const maxLines = optionalInteger(args, 'max_lines') ?? 5000;
  const file = optionalText(args, 'file');
  const answer = { root: repository.root, commit };
  if (file !== undefined) return { ...answer, file: await readFile(repository, hash, file, maxLines) };

  const where = [...(await sidesOf(repository, commit)), '--', ...textList(args, 'paths')];
  const changes = await changesBetween(repository, where);
  const listed = { ...answer, ...listChanges(changes, optionalInteger(args, 'limit') ?? 1000) };
  if (args.patch === false) return { ...listed, patch: null, patch_truncated: false };
  const { stdout } = await repository.read(['diff', ...COMPARE, '--patch', ...PREFIXES, ...where]);
  const patch = cutLines(stdout.toString('utf8'), maxLines);
  return { ...listed, patch: patch.lines, patch_truncated: patch.truncated };
}

const FORMAT = '--format=tformat:%H%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%cI%x00%s%x00%B';

type CommitFacts = Awaited<ReturnType<typeof readCommit>>;

/** What a commit changed. */
export async function changesOf(repository: Repository, commit: CommitFacts): Promise<Change[]> {
  return changesBetween(repository, [...(await sidesOf(repository, commit)), '--']);
}

/** Against the first parent: of a merge that is what it brought into the branch. */
async function sidesOf(repository: Repository, { parents, hash }: CommitFacts): Promise<[string, string]> {
  return [parents[0] ?? (await emptyTree(repository)), hash];
}

async function changesBetween(repository: Repository, where: readonly string[]): Promise<Change[]> {
  return parseChanges(splitNul((await repository.read(['diff', ...COMPARE, ...LIST, ...where])).stdout));
}

/** Who made a commit, when, out of which, and its whole message. */
export async function readCommit(repository: Repository, hash: string) {
  const argv = ['show', '--no-patch', '--no-color', '--no-show-signature', '--no-notes', FORMAT, hash];
  const fields = (await repository.read(argv)).stdout.toString('utf8').split('\0');
  const [full = '', parents = '', author = '', email = '', time = '', committer = '', committed = '', subject = ''] =
    fields;
  return {
    hash: full,
    parents: parents === '' ? [] : parents.split(' '),
    author,
    email,
    time,
    committer,
    committed,
    subject,
    message: (fields[8] ?? '').trimEnd(),
  };
}

async function readFile(repository: Repository, hash: string, path: string, maxLines: number): Promise<Json> {
  const tree = await repository.read(['ls-tree', '-z', '--full-name', '--long', hash, '--', path]);
  const entry = splitNul(tree.stdout)[0];
  if (entry === undefined) throw new ToolFailure(`${path} is not in that commit`, 'not_found');
  const tab = entry.indexOf('\t');
  const [, type, object = '', length = ''] = entry.slice(0, tab).split(/ +/);
  if (type !== 'blob') throw new ToolFailure(`${path} is a directory or submodule in that commit`, 'invalid_arguments');
  const size = Number.parseInt(length, 10);
  const facts = { path: entry.slice(tab + 1), hash: object, size };
  if (size > MAX_FILE_BYTES) return { ...facts, binary: null, lines: [], total_lines: null, truncated: true };
  const { stdout } = await repository.read(['cat-file', 'blob', object]);
  if (stdout.includes(0)) return { ...facts, binary: true, lines: [], total_lines: null, truncated: false };
  const { lines, total, truncated } = cutLines(stdout.toString('utf8'), maxLines);
  return { ...facts, binary: false, lines, total_lines: total, truncated };
}
