/**
 * What git.commit would do: which files, with what in them, and which programs take part. Looked at before anybody is
 * asked, so that nobody says yes to a commit of nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { COMPARE, parseChanges } from './changes.ts';
import { readyToCommit } from './commit.ts';
import { hashOf, Look } from './content.ts';
import { operationUnderWay } from './operation.ts';
import { currentBranch, emptyTree, findCommit, type Repository, splitNul } from './repository.ts';
import { whatStarts, withPrograms } from './started.ts';

/** Files that are named before anybody is asked; more than these nobody reads. */
const NAMED = 50;

/** git.commit: the files that become part of it. A commit that ends a merge may have none. */
export async function commit(args: JsonObject, io: ToolIo): Promise<Preview> {
  const { repository, what, paths } = await readyToCommit(args, io);
  const { root, read } = repository;
  const head = await findCommit(repository, 'HEAD');
  const changes = async (...side: string[]) => {
    return (await read(['diff', ...side, ...COMPARE, '--raw', '--no-abbrev', '-z', '--', ...paths])).stdout;
  };
  const nothing = Buffer.alloc(0);
  // Of paths it is what stands there now that is committed, staged or not.
  const staged = what === 'paths' ? nothing : await changes('--cached');
  const unstaged =
    what === 'staged'
      ? nothing
      : what === 'paths'
        ? await changes(head ?? (await emptyTree(repository)))
        : await changes();
  const added = what === 'everything' || what === 'paths' ? await untracked(repository, paths) : nothing;
  const listed = [staged, unstaged].flatMap((output) => parseChanges(splitNul(output)));
  const files = [...new Map(listed.map(({ path, change }) => [path, `${path} (${change})`])).values()];
  files.push(...splitNul(added).map((path) => `${path} (added)`));
  if (files.length === 0 && what !== 'paths' && (await operationUnderWay(repository)) !== 'merge') {
    const staging = what === 'staged' ? 'staged' : 'changed';
    throw new ToolFailure(`there is nothing to commit: nothing is ${staging}`, 'failed');
  }
  const branch = await currentBranch(repository);
  const place = branch === null ? 'the detached HEAD' : `branch ${branch}`;
  const more = files.length > NAMED ? [`${files.length - NAMED} more files`] : [];

  const look = new Look();
  const tracked = parseChanges(bytesOf(unstaged)).map(({ path }) => path);
  const taken = [...new Set([...tracked, ...bytesOf(added)])].sort();
  const contents: Json[] = [];
  for (const path of taken) contents.push([path, await contentOf(repository, path, look)]);
  const unread =
    look.unread === 0
      ? []
      : [`${look.unread} of the files are too large or too many to be read: a yes knows their size and times only`];
  const index = (await read(['-C', root, 'ls-files', '--stage', '-z'])).stdout;
  return withPrograms(
    {
      affected: [`${place} gets a new commit`, ...unread, ...files.slice(0, NAMED), ...more],
      state: {
        head: head ?? null,
        branch,
        changes: hashOf(JSON.stringify([staged, unstaged, added].map(bytesOf))),
        index: hashOf(index),
        contents: hashOf(JSON.stringify(contents)),
        beside: BESIDE.map((name) => textAt(join(repository.gitDirectory, name))),
      },
    },
    await whatStarts(repository, ['commits', 'filters']),
  );
}

/** Files of git's that make a commit one of two parents, or somebody else's, or that turn what is read into something else. */
const BESIDE = ['MERGE_HEAD', 'MERGE_MODE', 'CHERRY_PICK_HEAD', 'info/attributes'];

/** The parts of NUL-separated output, a character for each byte: a name need not be UTF-8. */
function bytesOf(output: Buffer): string[] {
  return output.toString('latin1').split('\0').slice(0, -1);
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** What would be staged of a path; of a repository in the repository that is the commit where it stands. */
async function contentOf({ root, read }: Repository, bytes: string, look: Look): Promise<Json> {
  const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes, 'latin1')]);
  const found = look.at(path);
  if (!Array.isArray(found) || found[0] !== 'no file') return found;
  const { stdout } = await read(['-C', path.toString('utf8'), 'rev-parse', '--verify', '--quiet', 'HEAD'], {
    ok: [0, 1, 128],
  });
  return ['repository', stdout.toString('utf8').trim()];
}

/** Of the whole tree, wherever below it we stand, or of these paths; from its top. */
async function untracked({ read, root }: Repository, paths: readonly string[]): Promise<Buffer> {
  const listing = ['ls-files', '--others', '--exclude-standard', '--full-name', '-z'];
  return (await read(paths.length === 0 ? ['-C', root, ...listing] : [...listing, '--', ...paths])).stdout;
}
