/**
 * What the git capabilities would do that change something in the repository alone: which commits they go by, and which
 * programs take part. Each looks and changes nothing; what does not work is left for git to say.
 */
import { oneOf, optionalInteger, optionalText, text } from '../arguments.ts';
import type { JsonObject, Preview, ToolIo } from '../tool.ts';
import { configurationAt, configurationHash, lastOf } from './configuration.ts';
import { maskSetting } from './credentials.ts';
import { currentBranch, directoryOf, findCommit, openRepository } from './repository.ts';
import { readCommit } from './show.ts';
import { type Doing, whatStarts, withPrograms } from './started.ts';

/** git.switch: where HEAD goes. */
export function switchTo(args: JsonObject, io: ToolIo): Promise<Preview> {
  const target = text(args, 'target');
  const isNew = oneOf(args, 'how', ['existing', 'create', 'detach'], 'existing') === 'create';
  const from = isNew ? (optionalText(args, 'start_point') ?? 'HEAD') : target;
  const affected = [`working tree and HEAD of the repository (to ${target})`];
  return local(args, io, affected, ['filters', 'checks_out'], from);
}

/** git.stash_save. */
export function stashSave(args: JsonObject, io: ToolIo): Promise<Preview> {
  return local(args, io, ['uncommitted changes of the working tree (moved into a stash)'], ['filters']);
}

/** git.stash_pop: the stash of that number now. */
export async function stashPop(args: JsonObject, io: ToolIo): Promise<Preview> {
  const number = optionalInteger(args, 'index') ?? 0;
  const repository = await openRepository(args, io);
  const hash = await findCommit(repository, `stash@{${number}}`);
  const subject = hash === undefined ? '' : `, "${(await readCommit(repository, hash)).subject}"`;
  const affected = ['working tree of the repository', `stash number ${number} (dropped unless kept)${subject}`];
  return local(args, io, affected, ['filters', 'merges'], `stash@{${number}}`);
}

/** git.tag_create: the commit that gets a name. */
export function tagCreate(args: JsonObject, io: ToolIo): Promise<Preview> {
  const affected = [`tag ${text(args, 'tag')} of the repository (new)`];
  return local(args, io, affected, ['tags'], optionalText(args, 'revision') ?? 'HEAD');
}

/** git.branch_create: the commit that it starts from. */
export function branchCreate(args: JsonObject, io: ToolIo): Promise<Preview> {
  const affected = [`branch ${text(args, 'branch')} of the repository (new)`];
  return local(args, io, affected, [], optionalText(args, 'start_point') ?? 'HEAD');
}

/** git.config_set: what the setting is now. It starts nothing: git only writes a file. */
export async function configSet(args: JsonObject, io: ToolIo): Promise<Preview> {
  const [name, scope] = [text(args, 'name'), oneOf(args, 'scope', ['local', 'global'], 'local')];
  const configuration = await configurationAt(await directoryOf(args, io));
  const now = lastOf(configuration, foldName(name));
  const told = now === undefined ? 'it is not set' : `it is ${JSON.stringify(maskSetting(name, now.value))} here`;
  return {
    affected: [`${scope} git configuration: ${name}`, `${told} before`],
    state: { configuration: configurationHash(configuration) },
    programs: [],
  };
}

async function local(
  args: JsonObject,
  io: ToolIo,
  affected: readonly string[],
  doing: readonly Doing[],
  goesBy?: string,
): Promise<Preview> {
  const repository = await openRepository(args, io);
  const by = goesBy === undefined ? undefined : await findCommit(repository, goesBy);
  const state = {
    head: (await findCommit(repository, 'HEAD')) ?? null,
    branch: await currentBranch(repository),
    by: by ?? null,
  };
  const started = await whatStarts(repository, doing, { revisions: by === undefined ? [] : [by] });
  return withPrograms({ affected, state }, started);
}

/** As git tells it: section and key in lower case, what stands between them as it is written. */
function foldName(name: string): string {
  const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
  return `${name.slice(0, first).toLowerCase()}${name.slice(first, last)}${name.slice(last).toLowerCase()}`;
}
