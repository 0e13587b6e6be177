/**
 * Where this user's state lives, and whether it can be written: results now, journal and audit later.
 * Directories are 0700 and files 0600: results may hold what only this user may read.
 */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';
import { linuxStatePlace } from './state-place.ts';

export type StateDirectory = { readonly kind: 'state'; readonly path: string };
export type StateUnavailable = { readonly kind: 'unavailable'; readonly message: string };

/** Below this much free space nothing is started: its output could not be kept. 1 MiB holds the meta file and small outputs. */
const FREE_BYTES_NEEDED = 1024 * 1024;

type Variables = { readonly [name: string]: string | undefined };

/** CAP_STATE_DIR, else XDG_STATE_HOME/cap, else ~/.local/state/cap (Linux) or the platform's own place. */
export function locateState(env: Variables, platform: NodeJS.Platform): StateDirectory | StateUnavailable {
  const own = env.CAP_STATE_DIR;
  if (own !== undefined && own !== '') {
    return isAbsolute(own)
      ? { kind: 'state', path: own }
      : { kind: 'unavailable', message: 'CAP_STATE_DIR must be an absolute path' };
  }
  if (platform !== 'linux') return { kind: 'state', path: join(envPaths('cap', { suffix: '' }).data, 'state') };
  const place = linuxStatePlace(env);
  if (place !== undefined) return { kind: 'state', path: place };
  return {
    kind: 'unavailable',
    message: 'there is no place for state: neither HOME, XDG_STATE_HOME nor CAP_STATE_DIR',
  };
}

/**
 * Makes `parts` below the state directory, private to this user. Says in one sentence why it cannot be used. Synchronous
 * inside: a run asks some five times, and handing each step to another thread takes longer than the step.
 */
export async function openState(
  env: Variables,
  platform: NodeJS.Platform,
  ...parts: readonly string[]
): Promise<StateDirectory | StateUnavailable> {
  const located = locateState(env, platform);
  if (located.kind === 'unavailable') return located;
  const path = join(located.path, ...parts);
  try {
    makeDirectories(path);
    for (const directory of [located.path, path]) {
      const problem = makePrivate(directory);
      if (problem !== undefined) return { kind: 'unavailable', message: problem };
    }
    accessSync(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(path);
    if (bavail * bsize < FREE_BYTES_NEEDED) {
      return { kind: 'unavailable', message: `no space left for results in the state directory ${path}` };
    }
    return { kind: 'state', path };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { kind: 'unavailable', message: `the state directory ${path} cannot be written (${code})` };
  }
}

/** Not mkdir's `recursive`: that one never returns below /proc, where a directory is refused as if its parent were missing. */
function makeDirectories(path: string): void {
  if (makeOne(path)) return;
  makeDirectories(dirname(path));
  if (!makeOne(path)) throw Object.assign(new Error('cannot be made'), { code: 'ENOENT' });
}

/** False when the parent is missing. One that is there already is fine, whoever made it in between. */
function makeOne(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return true;
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
}

function makePrivate(directory: string): string | undefined {
  const own = lstatSync(directory);
  const facts = own.isSymbolicLink() ? statSync(directory) : own;
  const me = process.getuid?.();
  if (me !== undefined && facts.uid !== me) {
    const what = own === facts ? '' : 'leads to a directory that ';
    return `the state directory ${directory} ${what}belongs to another user`;
  }
  // Whoever owns a link leads it elsewhere tomorrow; the system's owner could do that anyway.
  if (me !== undefined && own.uid !== me && own.uid !== 0) {
    return `the state directory ${directory} is a link that belongs to another user`;
  }
  if ((facts.mode & 0o077) !== 0) chmodSync(directory, 0o700);
  return undefined;
}
