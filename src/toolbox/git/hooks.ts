/** Which hooks of a repository git would find at their places. Nothing is started but git. */
import { isUtf8 } from 'node:buffer';
import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { ToolFailure } from '../tool.ts';
import { type Configuration, lastOf } from './configuration.ts';
import { callGit } from './repository.ts';

/** Those that stand in the directory that git is set up to look into and that may be executed, as git asks for. */
export async function hooksAt(directory: string, names: Iterable<string>): Promise<readonly string[]> {
  // A reading call looks into no directory of hooks, so this is none.
  const { exitCode, stdout } = await callGit(directory, ['rev-parse', '--git-path', 'hooks'], { ok: [0, 128] });
  if (exitCode !== 0) return [];
  if (!isUtf8(stdout)) throw new ToolFailure('the name of the directory of hooks is no UTF-8', 'not_supported');
  const place = resolve(directory, stdout.toString('utf8').replace(/\n$/, ''));
  return [...names].map((name) => resolve(place, name)).filter(isProgram);
}

/** Whether the user has set a directory of hooks for themself that no repository brings. */
export function hooksAreOwn(configuration: Configuration, root: string): boolean {
  const place = lastOf(configuration, 'core.hookspath');
  if (place?.isOwn !== true) return false;
  if (place.value.startsWith('~')) return true;
  return isAbsolute(place.value) && relative(root, place.value).startsWith('..');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
