/**
 * Tool `docker_prune`: deletes one kind of unused Docker data, or lists what that would delete.
 */
import { flag, oneOf } from '../arguments.ts';
import { call } from '../call.ts';
import type { Json, JsonObject, Preview, ToolIo } from '../tool.ts';

const KINDS = ['containers', 'dangling_images', 'unused_images', 'build_cache', 'networks', 'volumes'] as const;
type Kind = (typeof KINDS)[number];

const PRUNE: { readonly [kind in Exclude<Kind, 'volumes'>]: readonly string[] } = {
  containers: ['container', 'prune', '--force'],
  dangling_images: ['image', 'prune', '--force'],
  unused_images: ['image', 'prune', '--force', '--all'],
  build_cache: ['builder', 'prune', '--force'],
  networks: ['network', 'prune', '--force'],
};

/** Arguments: `what`, `preview`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const what = oneOf(args, 'what', KINDS, 'containers');
  if (flag(args, 'preview')) {
    const candidates = await candidatesOf(what, io);
    return { what, preview: true, deleted: [], candidates, total: candidates.length, reclaimed: null };
  }
  if (what === 'volumes') return removeVolumes(io);
  const { stdout } = await call('docker', PRUNE[what], { cwd: io.cwd });
  const lines = stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim());
  const reclaimed = lines
    .map((line) => /^Total(?: reclaimed space)?:\s*(.+)$/.exec(line)?.[1])
    .find((size) => size !== undefined);
  const deleted = lines.filter((line) => line !== '' && !/^(?:Deleted .*:|Total.*|ID\s+RECLAIMABLE.*)$/.test(line));
  return { what, preview: false, deleted, total: deleted.length, reclaimed: reclaimed ?? null };
}

/** One by one by their names: before version 23 Docker's own prune takes volumes with it that somebody has named. */
async function removeVolumes(io: ToolIo): Promise<Json> {
  const names = (await candidatesOf('volumes', io)).map(nameOf);
  if (names.length > 0) await call('docker', ['volume', 'rm', '--', ...names], { cwd: io.cwd });
  return { what: 'volumes', preview: false, deleted: names, total: names.length, reclaimed: null };
}

/** Each thing that would go. Of the build cache Docker tells the total alone. */
export async function preview(args: JsonObject, io: ToolIo): Promise<Preview> {
  const what = oneOf(args, 'what', KINDS, 'containers');
  const candidates = await candidatesOf(what, io);
  const kept = flag(args, 'preview') ? 'would be deleted; this call only tells' : 'is deleted';
  const names = candidates.map((one) =>
    what === 'build_cache'
      ? `build cache of ${one.Size}, ${one.Reclaimable} of it unused`
      : `${NOUN[what]} ${nameOf(one)}`,
  );
  // Sizes and ages in words move by themselves; names and ids say what it is.
  const state = what === 'build_cache' ? [] : candidates.map((one) => [one.ID ?? null, nameOf(one)]);
  return { affected: names.map((name) => `${name} ${kept}`), state };
}

const NOUN: { readonly [kind in Exclude<Kind, 'build_cache'>]: string } = {
  containers: 'container',
  dangling_images: 'image',
  unused_images: 'image',
  networks: 'network',
  volumes: 'volume',
};

function nameOf({ Names, Name, Repository, Tag, ID, Image }: JsonObject): string {
  if (Repository !== undefined) return `${Repository}:${Tag} (${ID})`;
  return Names === undefined ? String(Name ?? ID) : `${Names} (${Image})`;
}

async function candidatesOf(what: Kind, io: ToolIo): Promise<JsonObject[]> {
  const ask = async (...argv: string[]): Promise<JsonObject[]> => {
    const { stdout } = await call('docker', [...argv, '--format', '{{json .}}'], { cwd: io.cwd });
    const lines = stdout
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as JsonObject);
  };
  if (what === 'dangling_images') return ask('image', 'ls', '--filter=dangling=true');
  if (what === 'build_cache') return (await ask('system', 'df')).filter(({ Type }) => Type === 'Build Cache');
  if (what === 'containers') {
    const states = ['created', 'exited', 'dead'].map((state) => `--filter=status=${state}`);
    return ask('container', 'ls', '--all', ...states);
  }
  if (what === 'unused_images') {
    const images = await ask('image', 'ls', '--no-trunc');
    const used = await ask('container', 'ls', '--all', '--no-trunc');
    const names = new Set(used.map(({ Image }) => String(Image)));
    return images.filter(
      (image) =>
        ![`${image.Repository}:${image.Tag}`, image.Repository, image.ID].some((name) => names.has(String(name))),
    );
  }
  if (what === 'volumes') {
    const unused = await ask('volume', 'ls', '--filter=dangling=true');
    // Only volumes without a name of their own go: Docker names those by 64 hexadecimal digits.
    return unused.filter(({ Name }) => /^[0-9a-f]{64}$/.test(String(Name)));
  }
  return (await ask('network', 'ls', '--filter=dangling=true')).filter(
    ({ Name }) => !/^(?:bridge|host|none)$/.test(String(Name)),
  );
}
