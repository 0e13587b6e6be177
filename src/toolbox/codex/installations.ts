/**
 * Where the Codex command line tool lies and how it came there; npm's package of it; its files in the user's home.
 * Of credentials only that they exist and who may read them.
 */

import { basename, dirname, join } from 'node:path';
import { homeDirectory } from '../home.ts';
import { versionOf } from '../node/version.ts';
import { npmJson, objectAt } from '../npm/call.ts';
import { npmConfiguration } from '../npm/configuration.ts';
import { findOnPath, isExecutable, realPathOf, statOf } from '../path-entries.ts';
import { type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export const PACKAGE = '@openai/codex';

export type Copy = { path: string; real_path: string; installed_by: string; version: string | null };

/** Every codex in PATH, in its order, with its version where it starts. */
export async function findCopies(io: ToolIo): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const { path, real_path } of findOnPath('codex')) {
    if (copies.some((one) => one.real_path === real_path)) continue;
    const version = (await versionOf(path, io.cwd)) ?? null;
    copies.push({ path, real_path, installed_by: installerOf(real_path), version });
  }
  return copies;
}

export function installerOf(realPath: string): string {
  if (realPath.includes(`/node_modules/${PACKAGE}/`)) return 'npm';
  if (/\/(?:homebrew|Cellar|Caskroom|linuxbrew)\//.test(realPath)) return 'homebrew';
  if (/\/\.cargo\/bin\//.test(realPath)) return 'cargo';
  return basename(realPath).startsWith('codex') ? 'standalone' : 'unknown';
}

/** The version npm has installed globally; null when it has not. */
export async function npmVersion(io: ToolIo): Promise<string | null> {
  const { prefix } = await npmConfiguration(io.cwd);
  if (statOf(prefix) === undefined) return null;
  const answer = await npmJson(['ls', '--global', '--depth=0'], io.cwd, [PACKAGE], [0, 1]);
  const version = objectAt(objectAt(answer, 'dependencies'), PACKAGE).version;
  return typeof version === 'string' ? version : null;
}

/** A codex that npm has installed although PATH may not show it: its directory of commands. */
export async function npmCommandDirectory(io: ToolIo): Promise<string | null> {
  const { prefix } = await npmConfiguration(io.cwd);
  const directory = join(prefix, 'bin');
  return isExecutable(join(directory, 'codex')) ? directory : null;
}

/** Directories in which installers put it although PATH may not have them. */
export function usualDirectories(): string[] {
  const home = homeDirectory();
  const places = ['.local/bin', '.npm-global/bin', 'bin', '.cargo/bin', '.codex/bin'].map((place) => join(home, place));
  return [...places, '/usr/local/bin', '/opt/homebrew/bin'].filter((place) => isExecutable(join(place, 'codex')));
}

/** Installs a version with npm and says what was there before and is there now. */
export async function installVersion(version: string, io: ToolIo): Promise<JsonObject> {
  const before = await npmVersion(io);
  await npmJson(['install', '--global'], io.cwd, [`${PACKAGE}@${version}`]);
  const after = await npmVersion(io);
  const [used] = await findCopies(io);
  return {
    before,
    after,
    changed: before !== after,
    in_use: used?.version ?? null,
    // Another copy earlier in PATH hides what was installed now.
    hidden_by: used !== undefined && used.installed_by !== 'npm' ? used.path : null,
  };
}

/** Refuses to touch a copy that npm does not manage. */
export async function requireNpm(io: ToolIo): Promise<string> {
  const version = await npmVersion(io);
  if (version !== null) return version;
  const [used] = await findCopies(io);
  if (used === undefined) throw new ToolFailure('codex is not installed', 'not_installed');
  const how = used.installed_by === 'homebrew' ? 'brew upgrade codex' : 'the way it was installed';
  throw new ToolFailure(
    `codex at ${used.path} was not installed by npm (${used.installed_by}): change it with ${how}`,
    'not_supported',
  );
}

export function codexFiles(): JsonObject {
  const directory = process.env.CODEX_HOME ?? join(homeDirectory(), '.codex');
  const login = join(directory, 'auth.json');
  const stat = statOf(login);
  return {
    directory,
    configuration: statOf(join(directory, 'config.toml'))?.isFile() ?? false,
    login_stored: stat?.isFile() ?? false,
    login_private: stat === undefined ? null : (stat.mode & 0o077) === 0,
  };
}

/** The package.json that belongs to an npm copy of codex. */
export function packageManifest(realPath: string): string | null {
  for (let at = dirname(realPathOf(realPath)); dirname(at) !== at; at = dirname(at)) {
    if (statOf(join(at, 'package.json')) !== undefined) return join(at, 'package.json');
  }
  return null;
}
