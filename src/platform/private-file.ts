/** Small files of the state directory that only this user may read: made once, replaced whole, never followed as links. */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomId } from './random-id.ts';

/** Makes the file with its content and flushes both to disk; false when it is there already. Nobody ever sees a part of it. */
export async function createOnce(path: string, content: string | Uint8Array): Promise<boolean> {
  const draft = await writeDraft(path, content);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => {});
  }
  await flushDirectory(dirname(path));
  return true;
}

/** Who may do what with a file that is not for its owner alone. */
export type Access = { readonly mode: number; readonly uid: number; readonly gid: number };

/** Replaces the file as a whole. */
export async function replaceWhole(path: string, content: string | Uint8Array, access?: Access): Promise<void> {
  const draft = await writeDraft(path, content, access);
  try {
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
  await flushDirectory(dirname(path));
}

/**
 * The same without handing each step to another thread, for whoever holds the lock on the file: one name is enough for the
 * draft then. What stands there under that name, a pipe or a link perhaps, is neither written to nor followed but removed.
 */
export function replaceAtOnce(path: string, content: string | Uint8Array, flush: boolean): void {
  const draft = `${path}.draft`;
  const file = openNew(draft);
  try {
    writeFileSync(file, content);
    if (flush) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    unlinkSync(path);
    return openSync(path, 'wx', 0o600);
  }
}

/** What the file holds; undefined when there is none. Throws for anything but a regular file of ours that others cannot read. */
export async function readPrivate(path: string): Promise<Buffer | undefined> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const facts = fstatSync(file);
    const me = process.getuid?.();
    const foreign = !facts.isFile() || (me !== undefined && facts.uid !== me) || (facts.mode & 0o077) !== 0;
    if (foreign) throw Object.assign(new Error(`${path} is not a private file of this user`), { code: 'NOT_PRIVATE' });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

async function writeDraft(path: string, content: string | Uint8Array, access?: Access): Promise<string> {
  const draft = `${path}.${randomId()}.draft`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    if (access !== undefined) {
      await file.chown(access.uid, access.gid);
      await file.chmod(access.mode);
    }
    await file.sync();
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

/** Without this a name may be gone after a power cut, though the bytes are on the disk. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
