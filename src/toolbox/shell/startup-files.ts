/**
 * Which files a shell reads when it starts, in its order. It reads none of them itself; no shell is started.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { homeDirectory } from '../home.ts';
import { statOf } from '../path-entries.ts';

export type Shell = 'bash' | 'zsh' | 'fish';
export type StartupFile = {
  readonly shell: Shell;
  readonly path: string;
  readonly when: string;
  readonly exists: boolean;
};

/** Files beyond this are no startup files a person wrote; the rest of them is not read. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Name of the account's login shell, null where there is none or no account, and which of the three it is. */
export function loginShell(): { path: string | null; shell: Shell } {
  const path = shellOfAccount();
  const name = basename(path ?? '');
  return { path, shell: name === 'zsh' || name === 'fish' ? name : 'bash' };
}

function shellOfAccount(): string | null {
  try {
    return userInfo().shell;
  } catch {
    return null;
  }
}

/** The files of one shell, those that do not exist as well. */
export function startupFiles(shell: Shell): StartupFile[] {
  const file = (path: string, when: string): StartupFile => ({
    shell,
    path,
    when,
    exists: statOf(path)?.isFile() ?? false,
  });
  const home = (name: string, when: string): StartupFile => file(join(homeDirectory(), name), when);
  const folder = (path: string, ending: string, when: string): StartupFile[] =>
    namesIn(path)
      .filter((name) => name.endsWith(ending))
      .map((name) => file(join(path, name), when));
  if (shell === 'zsh') {
    const system = statOf('/etc/zsh')?.isDirectory() === true ? '/etc/zsh' : '/etc';
    return [
      file(`${system}/zshenv`, 'always'),
      home('.zshenv', 'always'),
      file(`${system}/zprofile`, 'login'),
      home('.zprofile', 'login'),
      file(`${system}/zshrc`, 'interactive'),
      home('.zshrc', 'interactive'),
      file(`${system}/zlogin`, 'login'),
      home('.zlogin', 'login'),
    ];
  }
  if (shell === 'fish') {
    return [
      ...folder('/etc/fish/conf.d', '.fish', 'always'),
      ...folder(join(homeDirectory(), '.config/fish/conf.d'), '.fish', 'always'),
      file('/etc/fish/config.fish', 'always'),
      home('.config/fish/config.fish', 'always'),
    ];
  }
  return [
    file('/etc/profile', 'login'),
    ...folder('/etc/profile.d', '.sh', 'login'),
    // bash reads the first of these three that exists and none of the others.
    home('.bash_profile', 'login, the first of three that exists'),
    home('.bash_login', 'login, the first of three that exists'),
    home('.profile', 'login, the first of three that exists'),
    file('/etc/bash.bashrc', 'interactive'),
    home('.bashrc', 'interactive'),
    home('.bash_aliases', 'only when .bashrc loads it'),
  ];
}

/** Lines of a startup file; undefined when it cannot be read. */
export function readLines(path: string): string[] | undefined {
  try {
    return readFileSync(path).subarray(0, MAX_BYTES).toString('utf8').split(/\r?\n/);
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
