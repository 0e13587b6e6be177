/**
 * What a file is at this moment, so that another one in its place is seen: its bytes where there are not too many, else
 * what the file system says of it. It writes nothing and knows no repository.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { Json } from '../tool.ts';

/** Bytes that one look reads, of all files together: about a second. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Files that one look reads; opening each costs more than what stands in it. */
const MOST_FILES = 20_000;

/** One look: what is read counts, and what is not read is counted. */
export class Look {
  private bytes = MOST_BYTES;
  private files = MOST_FILES;
  /** Files that were known by size, time and place alone. */
  unread = 0;

  /** What stands at a path; null where nothing does. A link is what it names, unless it is to be followed. */
  at(path: string | Buffer, follow: 'follow' | 'link' = 'link'): Json {
    try {
      const found = follow === 'follow' ? statSync(path, { bigint: true }) : lstatSync(path, { bigint: true });
      if (found.isSymbolicLink()) return ['link', readlinkSync(path)];
      if (!found.isFile()) return ['no file', String(found.mode)];
      const mode = String(found.mode);
      if (this.files === 0 || found.size > this.bytes) {
        this.unread += 1;
        return ['unread', mode, ...[found.ino, found.size, found.mtimeNs, found.ctimeNs].map(String)];
      }
      this.files -= 1;
      this.bytes -= Number(found.size);
      return ['file', mode, hashOf(readFileSync(path))];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' || code === 'ENOTDIR' ? null : ['unreadable', code ?? 'unknown error'];
    }
  }
}

export function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
