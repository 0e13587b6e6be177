/**
 * Tool `codex_diagnose`: one check after the other, each with what was found and what to do next.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf } from '../node/version.ts';
import { satisfies } from '../node/version-range.ts';
import { findOnPath, statOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { type Copy, codexFiles, findCopies, packageManifest, usualDirectories } from './installations.ts';

/** The next step is in words to search with: an action that a policy hides from this caller is not named to them. */
type Check = { name: string; state: 'ok' | 'warning' | 'failed' | 'skipped'; finding: string; next: string | null };

const UPDATE = 'update or install codex';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const copies = await findCopies(io);
  const checks = [
    checkPath(copies),
    checkCopies(copies),
    checkStart(copies),
    await checkNode(copies, io),
    ...checkFiles(),
  ];
  return { healthy: checks.every(({ state }) => state !== 'failed'), checks };
}

function checkPath([used]: readonly Copy[]): Check {
  const name = 'in_path';
  if (used !== undefined) return { name, state: 'ok', finding: `codex is ${used.path}`, next: null };
  const [elsewhere] = usualDirectories();
  if (elsewhere !== undefined) {
    const finding = `codex is in ${elsewhere}, which is not in PATH`;
    return { name, state: 'failed', finding, next: 'repair the link through which codex is found' };
  }
  return { name, state: 'failed', finding: 'no codex in PATH or in a usual place', next: UPDATE };
}

function checkCopies(copies: readonly Copy[]): Check {
  const name = 'single_copy';
  if (copies.length === 0) return { name, state: 'skipped', finding: 'nothing to compare', next: null };
  if (copies.length === 1) return { name, state: 'ok', finding: 'PATH holds one codex', next: null };
  const list = copies.map(({ path, version }) => `${path} (${version ?? 'does not start'})`).join(', ');
  const finding = `PATH holds ${copies.length} different copies, the first runs: ${list}`;
  return { name, state: 'warning', finding, next: 'decide between several copies of codex in PATH' };
}

function checkStart([used]: readonly Copy[]): Check {
  const name = 'starts';
  if (used === undefined) return { name, state: 'skipped', finding: 'there is no codex to start', next: null };
  if (used.version !== null) return { name, state: 'ok', finding: `it says version ${used.version}`, next: null };
  const finding = `${used.path} does not start or does not tell its version`;
  return { name, state: 'failed', finding, next: used.installed_by === 'npm' ? UPDATE : null };
}

async function checkNode([used]: readonly Copy[], io: ToolIo): Promise<Check> {
  const name = 'node';
  if (used?.installed_by !== 'npm')
    return { name, state: 'skipped', finding: 'this codex does not need Node.js', next: null };
  const wanted = readWanted(packageManifest(used.real_path));
  const [node] = findOnPath('node');
  const version = node === undefined ? undefined : await versionOf(node.path, io.cwd);
  const next = 'install the Node.js version that codex wants';
  if (version === undefined) return { name, state: 'failed', finding: 'codex needs Node.js, and PATH has none', next };
  if (wanted === null || satisfies(version, wanted) !== false) {
    return { name, state: 'ok', finding: `Node.js ${version}, wanted ${wanted ?? 'any'}`, next: null };
  }
  return { name, state: 'failed', finding: `Node.js ${version} runs but codex wants ${wanted}`, next };
}

function checkFiles(): Check[] {
  const files = codexFiles();
  const configuration = join(String(files.directory), 'config.toml');
  const checks: Check[] = [];
  if (statOf(configuration) === undefined) {
    checks.push({ name: 'configuration', state: 'ok', finding: `no ${configuration}: defaults apply`, next: null });
  } else {
    const readable = mayRead(configuration);
    checks.push({
      name: 'configuration',
      state: readable ? 'ok' : 'failed',
      finding: `${configuration} ${readable ? 'can be read' : 'cannot be read'}`,
      next: readable ? null : 'show the permissions of the configuration',
    });
  }
  if (files.login_stored !== true) {
    return [...checks, { name: 'login', state: 'warning', finding: 'no stored login', next: null }];
  }
  const safe = files.login_private === true;
  const finding = safe ? 'a login is stored and private' : 'the stored login may be read by other users';
  return [
    ...checks,
    {
      name: 'login',
      state: safe ? 'ok' : 'warning',
      finding,
      next: safe ? null : 'set the permissions so that only its owner reads the login',
    },
  ];
}

function mayRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function readWanted(manifest: string | null): string | null {
  try {
    const { engines } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { engines?: { node?: unknown } };
    return typeof engines?.node === 'string' ? engines.node : null;
  } catch {
    return null;
  }
}
