/**
 * What kind of project a directory is, told by its files: ecosystem, manifest, and the package manager that its
 * lockfile belongs to. It starts nothing.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Ecosystem, MANIFESTS, projectRoot } from '../../capability/project-root.ts';
import { optionalText } from '../arguments.ts';
import { isExecutable, statOf } from '../path-entries.ts';
import { type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export type Project = {
  readonly root: string;
  readonly ecosystem: Ecosystem;
  /** Name of the manifest file in `root`. */
  readonly manifest: string;
  readonly manager: string;
};

/** Lockfile → package manager; the first that is there. */
const LOCKFILES: readonly (readonly [string, Ecosystem, string])[] = [
  ['pnpm-lock.yaml', 'node', 'pnpm'],
  ['yarn.lock', 'node', 'yarn'],
  ['bun.lock', 'node', 'bun'],
  ['bun.lockb', 'node', 'bun'],
  ['package-lock.json', 'node', 'npm'],
  ['uv.lock', 'python', 'uv'],
  ['poetry.lock', 'python', 'poetry'],
];

const MANAGERS: { readonly [ecosystem in Ecosystem]: string } = {
  node: 'npm',
  python: 'pip',
  rust: 'cargo',
  go: 'go',
  maven: 'maven',
  gradle: 'gradle',
  make: 'make',
};

/** The directory argument, which must exist. */
export function projectDirectory(args: JsonObject, io: ToolIo): string {
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  if (!(statOf(directory)?.isDirectory() ?? false)) throw new ToolFailure(`${directory} does not exist`, 'not_found');
  return directory;
}

/**
 * The projects of the nearest directory, upwards from `directory`, that has a manifest; one entry an ecosystem.
 * Throws ToolFailure when there is none up to the root or to the top of a repository.
 */
export function findProjects(directory: string): Project[] {
  const isFile = (path: string) => statOf(path)?.isFile() ?? false;
  const root = projectRoot(directory, { isFile, isThere: (path) => statOf(path) !== undefined });
  if (root !== undefined) return projectsIn(root);
  const known = 'package.json, pyproject.toml, Cargo.toml, go.mod, pom.xml, build.gradle or Makefile';
  throw new ToolFailure(`no project found in ${directory} or above: there is no ${known}`, 'not_found');
}

function projectsIn(root: string): Project[] {
  const found = new Map<Ecosystem, Project>();
  for (const [manifest, ecosystem] of MANIFESTS) {
    if (found.has(ecosystem) || !(statOf(join(root, manifest))?.isFile() ?? false)) continue;
    const lock = LOCKFILES.find(([file, of]) => of === ecosystem && statOf(join(root, file)) !== undefined);
    const manager = lock?.[2] ?? declaredManager(root, manifest, ecosystem);
    found.set(ecosystem, { root, ecosystem, manifest, manager });
  }
  return [...found.values()];
}

function declaredManager(root: string, manifest: string, ecosystem: Ecosystem): string {
  const declared = ecosystem === 'node' ? readPackageJson(root).packageManager : undefined;
  const name = typeof declared === 'string' ? declared.split('@')[0] : undefined;
  if (name !== undefined && ['npm', 'pnpm', 'yarn', 'bun'].includes(name)) return name;
  if (manifest === 'pyproject.toml' && /^\[tool\.poetry\]/m.test(readText(join(root, manifest)))) return 'poetry';
  return MANAGERS[ecosystem];
}

export type PackageJson = {
  readonly name?: unknown;
  readonly packageManager?: unknown;
  readonly scripts?: { readonly [name: string]: unknown };
  readonly [field: string]: unknown;
};

/** Throws ToolFailure when the file is there and cannot be read as JSON. */
export function readPackageJson(root: string): PackageJson {
  const text = readText(join(root, 'package.json'));
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as PackageJson) : {};
  } catch (error) {
    throw new ToolFailure(`${join(root, 'package.json')} is not JSON: ${(error as Error).message}`);
  }
}

/** A script of package.json; npm's own "no test specified" counts as none. */
export function scriptOf(root: string, ...names: readonly string[]): string | undefined {
  const { scripts } = readPackageJson(root);
  return names.find((name) => {
    const script = scripts?.[name];
    return typeof script === 'string' && script.trim() !== '' && !/no test specified/.test(script);
  });
}

/** The program that a package of the project brings along, as an absolute path. */
export function localBin(root: string, name: string): string | undefined {
  const path = join(root, 'node_modules/.bin', name);
  return isExecutable(path) ? path : undefined;
}

/** The interpreter of the project's own environment, else python3. */
export function pythonOf(root: string): string {
  const own = ['.venv', 'venv', 'env']
    .map((name) => join(root, name))
    .filter((path) => statOf(join(path, 'pyvenv.cfg')));
  return own.map((path) => join(path, 'bin/python')).find(isExecutable) ?? 'python3';
}

/** The directory of the project's own Python environment. */
export function pythonEnvironmentOf(root: string): string | undefined {
  const own = ['.venv', 'venv', 'env'].map((name) => join(root, name));
  const active = process.env.VIRTUAL_ENV;
  return [...own, ...(active === undefined ? [] : [active])].find(
    (path) => statOf(join(path, 'pyvenv.cfg')) !== undefined,
  );
}

/** Whether a Makefile has a rule for a target. */
export function hasTarget(project: Project, target: string): boolean {
  return new RegExp(`^${target}\\s*:(?!=)`, 'm').test(readText(join(project.root, project.manifest)));
}

/** Empty when it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
