/**
 * Tool `python_which_all`: every Python interpreter that PATH, a version manager or Conda knows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../call.ts';
import { homeDirectory } from '../home.ts';
import { executableNames, findOnPath, isExecutable, pathDirectories, realPathOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';

/** python, python3, python3.12, pypy3; not python3-config and its kin. */
const NAME = /^(?:python|pypy)(?:\d+(?:\.\d+)?)?t?$/;

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const used = findOnPath('python3')[0]?.real_path ?? findOnPath('python')[0]?.real_path;
  const candidates: { path: string; in_path: boolean; from: string }[] = [];
  for (const directory of pathDirectories()) {
    const names = (executableNames(directory) ?? []).filter((name) => NAME.test(name)).sort();
    for (const name of names)
      candidates.push({ path: join(directory, name), in_path: true, from: originOf(join(directory, name)) });
  }
  for (const { root, from } of keepers()) {
    for (const name of directoriesIn(root))
      candidates.push({ path: join(root, name, 'bin/python'), in_path: false, from });
  }
  for (const environment of condaEnvironments()) {
    candidates.push({ path: join(environment, 'bin/python'), in_path: false, from: 'conda' });
  }
  const interpreters: JsonObject[] = [];
  const seen = new Set<string>();
  for (const { path, in_path, from } of candidates) {
    const real = realPathOf(path);
    if (seen.has(real) || !isExecutable(path)) continue;
    seen.add(real);
    const version = (await versionOf(path, io.cwd)) ?? null;
    interpreters.push({ version, executable: path, real_path: real, from, in_path, in_use: real === used });
  }
  return { interpreters, total: interpreters.length };
}

function keepers(): { root: string; from: string }[] {
  const home = homeDirectory();
  const data = process.env.XDG_DATA_HOME ?? join(home, '.local/share');
  return [
    { root: join(home, '.pyenv/versions'), from: 'pyenv' },
    { root: join(data, 'uv/python'), from: 'uv' },
    { root: join(home, '.asdf/installs/python'), from: 'asdf' },
    { root: join(data, 'mise/installs/python'), from: 'mise' },
  ];
}

/** Conda writes every environment it makes into this file. */
function condaEnvironments(): string[] {
  try {
    return readFileSync(join(homeDirectory(), '.conda/environments.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

function originOf(path: string): string {
  const real = realPathOf(path);
  const found = /\/\.?(pyenv|asdf|mise|uv)\//.exec(`${path} ${real}`)?.[1];
  if (found !== undefined) return found;
  if (/\/(?:conda|miniconda|anaconda|miniforge|mambaforge)[^/]*\//.test(real)) return 'conda';
  if (/\/(?:homebrew|Cellar|linuxbrew)\//.test(real)) return 'homebrew';
  return /^\/(?:usr|bin|opt)\b/.test(real) ? 'system' : 'unknown';
}

async function versionOf(path: string, cwd: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await call(path, ['-I', '--version'], { cwd });
    // Python 2 says it on stderr.
    return /(\d+\.\d+\S*)/.exec(`${stdout}${stderr}`)?.[1];
  } catch {
    return undefined;
  }
}

function directoriesIn(root: string): string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}
