/**
 * Where an executable is: names only, looked up in the absolute entries of PATH. It runs nothing.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/**
 * `path` is what is started: a virtual environment's python or busybox's applets depend on the name they are called by.
 * `realPath` is the file behind all links, by which a swap between freezing and starting is noticed.
 */
export type Executable = { readonly path: string; readonly realPath: string };

/** The first regular file of this name with execute permission for us; undefined when there is none. */
export async function findExecutable(name: string, path: string): Promise<Executable | undefined> {
  if (name === '' || name.includes('/') || name.includes('\\') || name.includes('\0') || name.startsWith('.')) {
    return undefined;
  }
  for (const directory of path.split(':')) {
    if (!isAbsolute(directory)) continue;
    const found = await checkExecutable(join(directory, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for a path that is known already: undefined when it is not an executable regular file. */
export async function checkExecutable(path: string): Promise<Executable | undefined> {
  try {
    // Along PATH most are not there, and an error is dear.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    const realPath = realpathSync.native(path);
    if (!statSync(realPath).isFile()) return undefined;
    accessSync(realPath, constants.X_OK);
    return { path, realPath };
  } catch {
    return undefined;
  }
}
