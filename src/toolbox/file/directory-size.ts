/**
 * How much lies below a directory. Links are not followed; what cannot be read is counted as unread.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type DirectorySize = { bytes: number; files: number; unreadable: number };

/** Sum of the sizes of the files below `directory`; zeros when it does not exist. */
export function directorySize(directory: string): DirectorySize {
  const size: DirectorySize = { bytes: 0, files: 0, unreadable: 0 };
  const open = [directory];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      const stat = lstatSync(next);
      if (stat.isDirectory()) for (const name of readdirSync(next)) open.push(join(next, name));
      else {
        size.bytes += stat.size;
        size.files++;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') size.unreadable++;
    }
  }
  return size;
}
