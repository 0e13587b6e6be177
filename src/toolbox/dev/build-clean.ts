/**
 * Tool `dev_build_clean`: removes what builds have left. Only directories of known names, never a link, never what
 * git tracks, and inside a repository only what git ignores.
 */

import { join, relative } from 'node:path';
import type { Ecosystem } from '../../capability/project-root.ts';
import { flag } from '../arguments.ts';
import { call } from '../call.ts';
import { directorySize } from '../file/directory-size.ts';
import { READING_ENVIRONMENT, readingOptions } from '../git/guard.ts';
import { lstatSync, readdirSync, rmSync } from '../held-files.ts';
import type { Json, JsonObject, Preview, ToolIo } from '../tool.ts';
import { findProjects, projectDirectory } from './project.ts';

const OUTPUT: { readonly [ecosystem in Ecosystem]: readonly string[] } = {
  node: 'dist build out .next .nuxt .output .svelte-kit .turbo .parcel-cache .angular coverage .nyc_output storybook-static'.split(
    ' ',
  ),
  python: 'build dist htmlcov .pytest_cache .mypy_cache .ruff_cache .tox .eggs'.split(' '),
  rust: ['target'],
  go: [],
  maven: ['target'],
  gradle: ['build', '.gradle'],
  make: [],
};
/** Found at any depth; the walk does not enter what it lists or what others own. */
const ANYWHERE = new Set(['__pycache__']);
const NOT_ENTERED = new Set(['.git', 'node_modules', '.venv', 'venv', 'env', 'target']);
const MAX_DIRECTORIES = 20_000;

/** Arguments: `directory` (current), `preview`, `dependencies`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const projects = findProjects(projectDirectory(args, io));
  const root = projects[0]?.root ?? io.cwd;
  const ecosystems = projects.map(({ ecosystem }) => ecosystem);
  const names = new Set(ecosystems.flatMap((ecosystem) => OUTPUT[ecosystem]));
  if (flag(args, 'dependencies') && ecosystems.includes('node')) names.add('node_modules');
  const candidates = [
    ...directoriesIn(root).filter(
      (name) => names.has(name) || (ecosystems.includes('python') && name.endsWith('.egg-info')),
    ),
    ...(ecosystems.includes('python') ? anywhere(root) : []),
  ].sort();
  const targets: JsonObject[] = [];
  const skipped: JsonObject[] = [];
  let bytes = 0;
  for (const path of candidates) {
    const reason = await reasonToKeep(root, path);
    if (reason !== undefined) {
      skipped.push({ path, reason });
      continue;
    }
    const size = directorySize(join(root, path)).bytes;
    if (!flag(args, 'preview')) rmSync(join(root, path), { recursive: true });
    bytes += size;
    targets.push({ path, bytes: size, deleted: !flag(args, 'preview') });
  }
  return { root, preview: flag(args, 'preview'), targets, skipped, bytes };
}

/** Each directory that would be removed, and how much is in it. */
export async function preview(args: JsonObject, io: ToolIo): Promise<Preview> {
  const { root, targets } = (await run({ ...args, preview: true }, io)) as {
    readonly root: string;
    readonly targets: readonly { readonly path: string; readonly bytes: number }[];
  };
  return {
    affected: targets.map(({ path, bytes }) => `${join(root, path)} (${bytes} bytes) is gone for good`),
    state: [root, ...targets.map(({ path, bytes }) => [path, bytes])],
  };
}

async function reasonToKeep(root: string, path: string): Promise<string | undefined> {
  const reading = await readingOptions(root);
  const git = async (...argv: string[]): Promise<{ exitCode: number; stdout: Buffer }> =>
    call('git', [...reading, ...argv], { cwd: root, env: READING_ENVIRONMENT, ok: [0, 1, 128] });
  const tracked = await git('--literal-pathspecs', 'ls-files', '-z', '--', path);
  // 128: not a repository; the name and the manifest beside it are what there is to go by.
  if (tracked.exitCode === 128) return undefined;
  if (tracked.stdout.length > 0) return 'holds files under version control';
  return (await git('check-ignore', '-q', '--', `${path}/`)).exitCode === 0 ? undefined : 'is not ignored by git';
}

function directoriesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => lstatSync(join(directory, name)).isDirectory());
  } catch {
    return [];
  }
}

function anywhere(root: string): string[] {
  const found: string[] = [];
  const open = [root];
  for (let seen = 0; open.length > 0 && seen < MAX_DIRECTORIES; seen++) {
    const directory = open.pop() ?? root;
    for (const name of directoriesIn(directory)) {
      const path = join(directory, name);
      if (ANYWHERE.has(name)) found.push(relative(root, path));
      else if (!NOT_ENTERED.has(name)) open.push(path);
    }
  }
  return found;
}
