/**
 * PATH as values: its directories and the programs in them. It looks and runs nothing.
 */
import { accessSync, constants, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The elements of PATH that an action gets: the runner has left out what is empty or relative. */
export function pathDirectories(): string[] {
  return (process.env.PATH ?? '').split(':').filter((element) => element !== '');
}

/** Names of the executable files of a directory; undefined when it cannot be read. */
export function executableNames(directory: string): string[] | undefined {
  try {
    return readdirSync(directory).filter((name) => isExecutable(join(directory, name)));
  } catch {
    return undefined;
  }
}

export function isExecutable(path: string): boolean {
  if (!(statOf(path)?.isFile() ?? false)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Every file that `name` could start, in the order of PATH, each with the file behind its links. */
export function findOnPath(name: string): { path: string; real_path: string }[] {
  const found: { path: string; real_path: string }[] = [];
  for (const directory of pathDirectories()) {
    const path = join(directory, name);
    if (isExecutable(path) && !found.some((one) => one.path === path))
      found.push({ path, real_path: realPathOf(path) });
  }
  return found;
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * The variables of the process that called us, as they were when it started; undefined where the system does not show
 * them. Only their names, and PATH, may be told: what the runner keeps from actions stays kept.
 */
export async function callersEnvironment(): Promise<ReadonlyMap<string, string> | undefined> {
  let content: string;
  try {
    content = await readFile(`/proc/${process.ppid}/environ`, 'utf8');
  } catch {
    return undefined;
  }
  const entries = content.split('\0').filter((entry) => entry.includes('='));
  return new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
}
