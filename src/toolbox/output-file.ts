/**
 * New files that appear whole or not at all: they are made in a directory beside the target and moved into place in
 * the end, never over something that is there unless that is wanted. It knows no tool.
 */
import { constants, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copyFileSync, linkSync, lstatSync, mkdtempSync, renameSync, rmSync } from './held-files.ts';
import { refuseOwnPlace } from './own-places.ts';
import { failureOfSystemError, ToolFailure } from './tool.ts';

/** Where a file is to appear: absolute, and what to call it in messages. */
export type Target = { readonly file: string; readonly path: string; readonly overwrite: boolean };

/** Looks at the target before any work is done. Throws ToolFailure where it could not be put in place. */
export function checkTarget(path: string, cwd: string, overwrite: boolean): Target {
  const file = resolve(cwd, path);
  refuseOwnPlace(file);
  const parent = dirname(file);
  try {
    if (!statSync(parent).isDirectory()) throw new ToolFailure(`${parent} is not a directory`, 'invalid_arguments');
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, `the directory ${parent}`);
  }
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new ToolFailure(`${path} is a directory`, 'invalid_arguments');
  if (there !== undefined && !overwrite) throw exists(path);
  return { file, path, overwrite };
}

/** Calls `use` with an empty directory beside the target, on the same file system; it is gone afterwards. */
export async function withWorkspace<T>(directory: string, use: (workspace: string) => Promise<T>): Promise<T> {
  let workspace: string;
  try {
    workspace = mkdtempSync(join(directory, '.cap-'));
  } catch (error) {
    throw failureOfSystemError(error, `the directory ${directory}`);
  }
  const remove = (): void => rmSync(workspace, { recursive: true, force: true });
  // Stopped by the runner (a timeout, an interrupt): nothing half done stays behind.
  const stop = (): void => {
    remove();
    process.exit(1);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    return await use(workspace);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    remove();
  }
}

/** Moves a finished file to its target; answers whether it took the place of another. */
export function putInPlace(made: string, { file, path, overwrite }: Target): boolean {
  try {
    if (overwrite) {
      const replaced = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
      renameSync(made, file);
      return replaced;
    }
    // A link is refused where something is, in the same step; so is the copy, where there are no links.
    try {
      linkSync(made, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      copyFileSync(made, file, constants.COPYFILE_EXCL);
    }
    return false;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? exists(path) : failureOfSystemError(error, path);
  }
}

function exists(path: string): ToolFailure {
  return new ToolFailure(`${path} exists already; nothing was changed (set overwrite to replace it)`);
}
