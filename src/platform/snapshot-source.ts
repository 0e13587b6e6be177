/**
 * Where the bytes of a snapshot come from on this machine: the executable itself, or a file that is read piece by piece.
 * Knows no format: what the bytes mean is the snapshot room's affair.
 */
import { readSync } from 'node:fs';
import { SnapshotDamaged } from '../snapshot/damaged.ts';
import type { ByteSource } from '../snapshot/source.ts';
import { bytesSource } from '../snapshot/source.ts';
import { ASSETS, embeddedAsset, isPackaged } from './embedded.ts';
import { openRegular } from './regular-file.ts';

/** The default snapshot's place when the sources run without an executable; `npm run build` leaves it there. */
const DEVELOPMENT_SNAPSHOT = '../../dist/default.snapshot';

/** The default catalog. Throws an error with a `code` like the file system's when it is not there. */
export function defaultSource(): ByteSource {
  if (!isPackaged()) return fileSource(new URL(DEVELOPMENT_SNAPSHOT, import.meta.url));
  const bytes = embeddedAsset(ASSETS.defaultSnapshot);
  if (bytes === undefined) throw Object.assign(new Error('no catalog inside'), { code: 'ENOENT' });
  return bytesSource(bytes);
}

/**
 * A snapshot file. It stays open until the process ends, so a file that is replaced meanwhile goes on being the one that
 * was opened. Throws the file system's errors, and SnapshotDamaged when the file turns out to be cut short.
 */
export function fileSource(path: string | URL): ByteSource {
  const { fd, facts } = openRegular(path);
  const { size } = facts;
  return { byteLength: size, read: (offset, length) => readAt(fd, offset, length) };
}

function readAt(fd: number, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, offset + filled);
    if (count === 0) throw new SnapshotDamaged('the file ends early');
    filled += count;
  }
  return bytes;
}
