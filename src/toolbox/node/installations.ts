/**
 * Where Node.js installations lie: what version managers keep, and what PATH offers. Managers are found by their
 * directories; most of them are functions of a shell and could not be asked.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { homeDirectory } from '../home.ts';
import { isExecutable, realPathOf, statOf } from '../path-entries.ts';
import { compareVersions } from './version-range.ts';

export type Installation = { version: string; executable: string; real_path: string; managed_by: string };

/** Manager → directories with one subdirectory a version, and where node lies in it. */
function places(): { manager: string; root: string; inside: string }[] {
  const home = homeDirectory();
  const nvm = process.env.NVM_DIR ?? join(home, '.nvm');
  const data = process.env.XDG_DATA_HOME ?? join(home, '.local/share');
  const bin = 'bin/node';
  return [
    { manager: 'nvm', root: join(nvm, 'versions/node'), inside: bin },
    { manager: 'fnm', root: join(data, 'fnm/node-versions'), inside: 'installation/bin/node' },
    { manager: 'fnm', root: join(home, '.fnm/node-versions'), inside: 'installation/bin/node' },
    {
      manager: 'fnm',
      root: join(home, 'Library/Application Support/fnm/node-versions'),
      inside: 'installation/bin/node',
    },
    { manager: 'volta', root: join(home, '.volta/tools/image/node'), inside: bin },
    { manager: 'asdf', root: join(home, '.asdf/installs/nodejs'), inside: bin },
    { manager: 'mise', root: join(data, 'mise/installs/node'), inside: bin },
    { manager: 'nodenv', root: join(home, '.nodenv/versions'), inside: bin },
    { manager: 'n', root: '/usr/local/n/versions/node', inside: bin },
    { manager: 'n', root: join(home, 'n/n/versions/node'), inside: bin },
    { manager: 'directory', root: join(data, 'node'), inside: bin },
  ];
}

/** Versions kept by managers, the newest first; links to a version (such as "default") are left out. */
export function managedInstallations(): Installation[] {
  const found: Installation[] = [];
  for (const { manager, root, inside } of places()) {
    for (const name of directoriesIn(root)) {
      const executable = join(root, name, inside);
      if (!/^v?\d/.test(name) || !isExecutable(executable)) continue;
      const real = realPathOf(executable);
      if (found.some((one) => one.real_path === real)) continue;
      found.push({ version: name.replace(/^v/, ''), executable, real_path: real, managed_by: manager });
    }
  }
  return found.sort((a, b) => -compareVersions(a.version, b.version) || (a.executable < b.executable ? -1 : 1));
}

/** Names of the managers whose directory is there. */
export function presentManagers(): string[] {
  const present = places().filter(({ root, manager }) => manager !== 'directory' && statOf(root)?.isDirectory());
  return [...new Set(present.map(({ manager }) => manager))].sort();
}

/** Which manager a file belongs to: by the directory it lies in, links followed. */
export function managerOf(path: string): string {
  const real = realPathOf(path);
  for (const { manager, root } of places()) if (real.startsWith(`${realPathOf(root)}/`)) return manager;
  const shim = /\/\.(volta|asdf|nodenv)\/|\/(mise)\/shims\/|\/(fnm)_multishells\//.exec(path);
  if (shim !== null) return shim[1] ?? shim[2] ?? shim[3] ?? 'unknown';
  if (/\/node_modules\//.test(real)) return 'npm package';
  if (/\/(?:homebrew|Cellar|linuxbrew)\//.test(real)) return 'homebrew';
  if (/\/(?:conda|miniconda|anaconda|miniforge|mambaforge)[^/]*\//.test(real)) return 'conda';
  return /^\/(?:usr|bin|opt|snap)\b/.test(real) ? 'system' : 'unknown';
}

function directoriesIn(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
