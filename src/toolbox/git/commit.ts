/**
 * Tool `git_commit`: stages what was asked for and commits it; hooks of the repository run as for anybody else.
 */
import { oneOf, text, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { listChanges } from './changes.ts';
import {
  currentBranch,
  literalPath,
  needWorkingTree,
  openRepository,
  type Repository,
  resolveCommit,
} from './repository.ts';
import { changesOf, readCommit } from './show.ts';

/** Files that the answer names; the commit itself has all of them. */
const FILES_NAMED = 500;

const WHAT = ['staged', 'tracked', 'everything', 'paths'] as const;

/** A repository in which a commit can be made, and of what. Looks only. Throws ToolFailure. */
export async function readyToCommit(args: JsonObject, io: ToolIo) {
  const repository = await openRepository(args, io);
  needWorkingTree(repository);
  const what = oneOf(args, 'what', WHAT, 'staged');
  const paths = textList(args, 'paths');
  if ((what === 'paths') !== paths.length > 0) {
    throw new ToolFailure('"paths" and "what": "paths" belong together', 'invalid_arguments');
  }
  await needAuthor(repository);
  await needNoConflict(repository);
  return { repository, what, paths };
}

/** Arguments: `repository`, `message`, `what` staged | tracked | everything | paths (staged), `paths`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const message = text(args, 'message');
  const { repository, what, paths } = await readyToCommit(args, io);
  const where = what === 'paths' ? ['--', ...paths.map(literalPath)] : [];
  if (what === 'everything' || what === 'paths') await stage(repository, ['add', '--all', ...where]);
  if (what === 'tracked') await stage(repository, ['add', '--update']);
  const only = what === 'paths' ? ['--only'] : [];
  const argv = ['commit', '--quiet', '--no-status', '--file=-', ...only, ...where];
  const done = await repository.write(argv, { stdin: message, ok: [0, 1, 128] });
  if (done.exitCode !== 0) throw await whyNot(repository, `${done.stdout}\n${done.stderr}`);

  const commit = await readCommit(repository, await resolveCommit(repository, 'HEAD'));
  return {
    root: repository.root,
    hash: commit.hash,
    branch: await currentBranch(repository),
    parents: commit.parents,
    subject: commit.subject,
    ...listChanges(await changesOf(repository, commit), FILES_NAMED),
  };
}

/** Told before anything is staged. */
async function needAuthor(repository: Repository): Promise<void> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const { exitCode } = await repository.read(['var', who], { ok: [0, 1, 128] });
    if (exitCode === 0) continue;
    throw new ToolFailure('git does not know who commits: user.name and user.email are not set', 'failed');
  }
}

/** Staging a file in conflict declares it resolved, markers and all: that must be somebody's decision. */
async function needNoConflict(repository: Repository): Promise<void> {
  const { stdout } = await repository.read(['diff', '--name-only', '-z', '--diff-filter=U', '--ignore-submodules=all']);
  if (stdout.length === 0) return;
  const [first] = stdout.toString('utf8').split('\0');
  throw new ToolFailure(`${first} is in conflict; resolve and stage every file in conflict first`);
}

async function stage(repository: Repository, argv: readonly string[]): Promise<void> {
  // Without a path `add` means the whole tree, wherever below it we stand.
  const { exitCode, stderr } = await repository.write(argv, { ok: [0, 1, 128] });
  if (exitCode === 0) return;
  const words = stderr.toString('utf8').trim();
  const missing = /pathspec ':\(literal\)(.*)' did not match/s.exec(words);
  if (missing !== null) throw new ToolFailure(`git finds nothing at ${missing[1]}`, 'not_found');
  throw new ToolFailure(words);
}

async function whyNot(repository: Repository, words: string): Promise<ToolFailure> {
  const { exitCode } = await repository.read(['diff', '--cached', '--quiet'], { ok: [0, 1] });
  if (exitCode === 0) return new ToolFailure('there is nothing to commit: nothing is staged', 'failed');
  return new ToolFailure(`git did not commit, what was staged stays so: ${words.trim().slice(-1500)}`);
}
