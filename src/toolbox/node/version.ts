/**
 * Tool `node_version`: the node that runs, and what the files of a project ask for.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { findOnPath, statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { managerOf } from './installations.ts';
import { satisfies } from './version-range.ts';

/** Arguments: `directory` (current). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  if (!(statOf(directory)?.isDirectory() ?? false)) throw new ToolFailure(`${directory} does not exist`, 'not_found');
  const [node, ...others] = findOnPath('node');
  const [npm] = findOnPath('npm');
  const version = node === undefined ? undefined : await versionOf(node.path, directory);
  const wanted = wishes(directory).map((wish) => ({
    ...wish,
    matches: version === undefined ? null : (satisfies(version, wish.wants) ?? null),
  }));
  return {
    version: version ?? null,
    path: node?.path ?? null,
    real_path: node?.real_path ?? null,
    managed_by: node === undefined ? null : managerOf(node.path),
    npm_version: npm === undefined ? null : ((await versionOf(npm.path, directory)) ?? null),
    other_nodes_in_path: others.map(({ path }) => path),
    wanted,
  };
}

/** What `FILE --version` says, without the "v"; undefined when it does not start. */
export async function versionOf(file: string, cwd: string): Promise<string | undefined> {
  try {
    const { stdout } = await call(file, ['--version'], { cwd });
    return /v?(\d+\.\d+\.\d+\S*)/.exec(stdout.toString('utf8'))?.[1];
  } catch {
    return undefined;
  }
}

type Wish = { file: string; field: string | null; wants: string };

/** From the directory upwards; the nearest file of each kind counts. */
function wishes(directory: string): Wish[] {
  const found = new Map<string, Wish>();
  const add = (file: string, field: string | null, wants: unknown): void => {
    const key = `${file.slice(file.lastIndexOf('/') + 1)} ${field}`;
    if (typeof wants === 'string' && wants !== '' && !found.has(key)) found.set(key, { file, field, wants });
  };
  for (let at = directory; ; at = dirname(at)) {
    for (const name of ['.nvmrc', '.node-version']) add(join(at, name), null, firstLine(read(join(at, name))));
    const tools = read(join(at, '.tool-versions'));
    add(join(at, '.tool-versions'), 'nodejs', /^(?:nodejs|node)\s+(\S+)/m.exec(tools)?.[1]);
    const manifest = parse(read(join(at, 'package.json')));
    add(join(at, 'package.json'), 'engines.node', manifest.engines?.node);
    add(join(at, 'package.json'), 'volta.node', manifest.volta?.node);
    if (dirname(at) === at) return [...found.values()];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function firstLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .find((line) => line !== '');
}

function parse(text: string): { engines?: { node?: unknown }; volta?: { node?: unknown } } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
