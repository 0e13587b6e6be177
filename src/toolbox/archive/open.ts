/** Which archive a file is, by its contents, and how to read it. */
import { basename } from 'node:path';
import { existing } from '../file/walk.ts';
import { readAt, withFile } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import type { Archive, ArchiveItem } from './entry.ts';
import { type Compression, decompressed } from './filter.ts';
import { NotTar, readTar } from './tar-read.ts';
import { readZip } from './zip-read.ts';

const STARTS: readonly (readonly [Exclude<Compression, 'none'>, string])[] = [
  ['gz', '\x1f\x8b'],
  ['bz2', 'BZh'],
  ['xz', '\xfd7zXZ\0'],
  ['zst', '\x28\xb5\x2f\xfd'],
];
const FOREIGN: readonly (readonly [string, string])[] = [
  ['7z', "7z\xbc\xaf'\x1c"],
  ['rar', 'Rar!\x1a\x07'],
];

/** Opens a zip, a tar with or without compression, or a single compressed file. Throws ToolFailure for anything else. */
export async function openArchive(path: string, cwd: string): Promise<Archive> {
  const { absolute } = existing(path, cwd);
  const start = withFile(path, cwd, (file) => readAt(file, 0, 512)).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return readZip(absolute);
  const foreign = FOREIGN.find(([, bytes]) => start.startsWith(bytes));
  if (foreign !== undefined)
    throw new ToolFailure(`${path} is a ${foreign[0]} archive, which is not supported`, 'not_supported');
  const compression = STARTS.find(([, bytes]) => start.startsWith(bytes))?.[0] ?? 'none';
  const items = (): AsyncGenerator<ArchiveItem> => readTar(decompressed(absolute, compression));
  try {
    for await (const _ of items()) break;
    return { format: compression === 'none' ? 'tar' : `tar.${compression}`, items };
  } catch (error) {
    if (!(error instanceof NotTar)) throw error;
    if (compression === 'none')
      throw new ToolFailure(`${path} is not an archive (zip, tar, gz, bz2, xz, zst)`, 'not_supported');
    return { format: compression, items: () => single(absolute, compression) };
  }
}

/** Its name is the file's without the ending; its size is known only after it was read. */
async function* single(absolute: string, compression: Compression): AsyncGenerator<ArchiveItem> {
  const name = basename(absolute).replace(/\.(?:gz|bz2|xz|zst)$/i, '');
  let size = 0;
  for await (const piece of decompressed(absolute, compression)) size += piece.length;
  const entry = { name, type: 'file', size, modified: null, mode: null, linkTarget: null, encrypted: false } as const;
  yield { entry, data: () => decompressed(absolute, compression) };
}
