/**
 * Tool `git_diff`: what differs between working tree, index, commits and branches, one entry a file and the patch.
 */
import { flag, oneOf, optionalInteger, optionalText, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { COMPARE, cutLines, LIST, listChanges, parseChanges } from './changes.ts';
import {
  emptyTree,
  findCommit,
  needWorkingTree,
  openRepository,
  type Repository,
  resolveCommit,
  splitNul,
} from './repository.ts';

/**
 * Arguments: `repository`, `what` unstaged | staged | uncommitted (uncommitted), `from`, `to`, `merge_base`, `paths`,
 * `patch` (true), `ignore_whitespace`, `context` (3), `max_lines` (5000), `limit` of files (1000).
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const context = optionalInteger(args, 'context') ?? 3;
  const whitespace = flag(args, 'ignore_whitespace') ? ['--ignore-all-space'] : [];
  const sides = await chooseSides(repository, args);
  const base = ['diff', ...COMPARE, ...whitespace];
  const where = [...sides, '--', ...textList(args, 'paths')];
  const changes = parseChanges(splitNul((await repository.read([...base, ...LIST, ...where])).stdout));
  const answer = { root: repository.root, ...listChanges(changes, optionalInteger(args, 'limit') ?? 1000) };
  if (args.patch === false) return { ...answer, patch: null, patch_truncated: false };
  const { stdout } = await repository.read([...base, '--patch', `--unified=${context}`, ...PREFIXES, ...where]);
  const patch = cutLines(stdout.toString('utf8'), optionalInteger(args, 'max_lines') ?? 5000);
  return { ...answer, patch: patch.lines, patch_truncated: patch.truncated };
}

/** A patch that `git apply` and `patch -p1` take, whatever diff.noprefix or diff.mnemonicPrefix say. */
export const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/'];

async function chooseSides(repository: Repository, args: JsonObject): Promise<string[]> {
  const from = optionalText(args, 'from');
  const to = optionalText(args, 'to');
  if (from === undefined) {
    if (to !== undefined) throw new ToolFailure('"to" needs "from"', 'invalid_arguments');
    const what = oneOf(args, 'what', ['unstaged', 'staged', 'uncommitted'], 'uncommitted');
    needWorkingTree(repository);
    if (what === 'unstaged') return [];
    // Before the first commit everything is compared with nothing.
    const head = (await findCommit(repository, 'HEAD')) ?? (await emptyTree(repository));
    return what === 'staged' ? ['--cached', head] : [head];
  }
  const left = await resolveCommit(repository, from);
  if (to === undefined) needWorkingTree(repository);
  const right = to === undefined ? undefined : await resolveCommit(repository, to);
  if (!flag(args, 'merge_base')) return right === undefined ? [left] : [left, right];
  const base = await repository.read(['merge-base', left, right ?? 'HEAD'], { ok: [0, 1] });
  if (base.exitCode !== 0) throw new ToolFailure('the two have no common history', 'not_found');
  const parting = base.stdout.toString('utf8').trim();
  return right === undefined ? [parting] : [parting, right];
}
