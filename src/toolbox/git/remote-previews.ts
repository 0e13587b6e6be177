/**
 * What the git capabilities that send or fetch would do: to which address, what moves there, and which programs take part.
 * Looked at before anybody is asked; nothing is connected to.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { optionalText, text } from '../arguments.ts';
import { type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import type { Configuration } from './configuration.ts';
import { maskAddresses } from './credentials.ts';
import { hooksAt } from './hooks.ts';
import { anyAddressesOf, directoryOfAddress, lines, usualRemote } from './remote-addresses.ts';
import { currentBranch, findCommit, openRepository, type Repository } from './repository.ts';
import { type Doing, RECEIVING, spokenTo, whatStarts, withPrograms } from './started.ts';

/** git.push: the commit or tag that the remote gets. */
export async function push(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  const remote = optionalText(args, 'remote') ?? 'origin';
  const name = optionalText(args, 'branch') ?? 'HEAD';
  await needRemote(repository, remote);
  const branch = name === 'HEAD' ? await currentBranch(repository) : name;
  if (branch === null) throw new ToolFailure('HEAD is on no branch; say which branch is to be pushed', 'failed');
  const { exitCode, stdout } = await repository.read(['rev-parse', '--verify', '--quiet', name], { ok: [0, 1, 128] });
  if (exitCode !== 0 && name === 'HEAD') throw new ToolFailure('there is no commit yet', 'failed');
  if (exitCode !== 0) throw new ToolFailure(`there is no branch or tag "${name}"`, 'not_found');
  const ours = stdout.toString('utf8').trim();
  const line = `${branch} on the remote ${remote} will point to commit ${ours}`;
  return sent(repository, remote, name, { affected: [line], state: { ours, branch } });
}

/** git.force_push: the commits of the remote branch that nobody will reach by it any more. */
export async function forcePush(args: JsonObject, io: ToolIo): Promise<Preview> {
  const repository = await openRepository(args, io);
  const [remote, branch] = [text(args, 'remote'), text(args, 'branch')];
  const ours = await findCommit(repository, `refs/heads/${branch}`);
  if (ours === undefined) throw new ToolFailure(`there is no local branch "${branch}"`, 'not_found');
  const theirs = await findCommit(repository, `refs/remotes/${remote}/${branch}`);
  const target = `branch ${branch} on the remote ${remote}`;
  const line = `${target} will point to commit ${ours}`;
  if (theirs === undefined) {
    return sent(repository, remote, branch, {
      affected: [`${line}; what it points to now was never fetched`],
      state: { ours },
    });
  }
  const dropped = await lines(repository, ['rev-list', theirs, `^${ours}`]);
  return sent(repository, remote, branch, {
    affected: [line, ...dropped.map((hash) => `commit ${hash} will be lost to ${target}`)],
    state: { ours },
  });
}

/** git.fetch: where it comes from. */
export function fetch(args: JsonObject, io: ToolIo): Promise<Preview> {
  return fetched(args, io, ['remote-tracking branches and tags of the repository'], []);
}

/** git.pull: where it comes from; what git does with it may start more. */
export function pull(args: JsonObject, io: ToolIo): Promise<Preview> {
  const lands: Doing[] = ['commits', 'rewrites', 'filters', 'checks_out', 'merges', 'rebases'];
  return fetched(args, io, ['current branch and working tree of the repository'], lands);
}

async function fetched(args: JsonObject, io: ToolIo, affected: string[], lands: readonly Doing[]): Promise<Preview> {
  const repository = await openRepository(args, io);
  const started = await whatStarts(repository, ['talks', ...lands]);
  const remote = optionalText(args, 'remote') ?? (await usualRemote(repository, started.configuration));
  const given = await anyAddressesOf(repository, remote, 'fetch');
  const addresses = given.map((address) => directoryOfAddress(address, repository) ?? maskAddresses(address));
  const head = (await findCommit(repository, 'HEAD')) ?? null;
  const from = addresses.map((address) => `it is fetched from ${address}`);
  const programs = spokenTo(given);
  return withPrograms({ affected: [...affected, ...from], state: { head, addresses }, programs }, started);
}

/** What a push does, with where it goes; the branch or tag `name` keeps its name there. */
async function sent(repository: Repository, remote: string, name: string, preview: Preview): Promise<Preview> {
  const addresses = await anyAddressesOf(repository, remote, 'push');
  const places = addresses.flatMap((address) => directoryOfAddress(address, repository) ?? []);
  const theirs: string[] = [];
  for (const place of places) if (await isDirectory(place)) theirs.push(...(await hooksAt(place, RECEIVING)));
  const started = await whatStarts(repository, ['talks', 'sends'], { hooks: theirs });
  needOwnName(started.configuration, remote, name);
  const told = addresses.map((address) => directoryOfAddress(address, repository) ?? maskAddresses(address));
  const [first = '', ...more] = preview.affected;
  // Both ends, as far as they are known here: what has been fetched of the other one may have moved since.
  const ends = await lines(repository, ['for-each-ref', '--format=%(refname) %(objectname)', ...endsOf(remote, name)]);
  const affected = [first, ...told.map((address) => `it is sent to ${address}`), ...more];
  const programs = spokenTo(addresses);
  return withPrograms({ affected, state: { of: preview.state, addresses: told, ends }, programs }, started);
}

function endsOf(remote: string, name: string): string[] {
  return name === 'HEAD'
    ? ['refs/heads', `refs/remotes/${remote}`]
    : [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/${remote}/${name}`];
}

/** A setting of the remote may send a branch under another name, or by force: that is not what is asked for here. */
function needOwnName(configuration: Configuration, remote: string, name: string): void {
  // HEAD is never looked up there.
  const sources = name === 'HEAD' ? [] : ['', 'refs/', 'refs/heads/', 'refs/tags/'].map((start) => `${start}${name}`);
  for (const setting of configuration.filter((one) => one.name === `remote.${remote}.push`)) {
    const [source = '', target = source] = setting.value.replace(/^\+/, '').split(':');
    const [before = '', after] = source.split('*');
    const takes = (one: string) =>
      after === undefined ? one === source : one.startsWith(before) && one.endsWith(after);
    if (!sources.some(takes) || (source === target && !setting.value.startsWith('+'))) continue;
    throw new ToolFailure(
      `the setting ${setting.name} sends ${name} by force or under another name (${setting.value})`,
      'not_supported',
    );
  }
}

/** A name that is configured, or a directory, which git takes as well. */
async function needRemote(repository: Repository, remote: string): Promise<void> {
  const known = (await lines(repository, ['remote'])).filter((line) => line !== '');
  if (known.includes(remote)) return;
  if (await isDirectory(resolve(repository.directory, remote))) return;
  const others = known.length === 0 ? 'and no other one' : `only ${known.join(', ')}`;
  throw new ToolFailure(`there is no remote "${remote}", ${others}`, 'not_found');
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
