/** Programs of the system that we lean on ourselves, in the places where only root puts any; it starts none of them. */
import { accessSync, constants } from 'node:fs';

/** Not by PATH: whoever can put a directory there could put a program of their own in front of every call. */
const DIRECTORIES = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** Absolute path; undefined where the system has none. */
export function systemProgram(name: string): string | undefined {
  return DIRECTORIES.map((directory) => `${directory}/${name}`).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
