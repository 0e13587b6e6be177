/**
 * What makes an archive dangerous to unpack: entries that leave the directory by path or by link, that go through a link,
 * that stand twice, or that are no files. Pure: it sees names, never the disk.
 */
import type { ArchiveEntry } from './entry.ts';

/** Bytes of a name on every common file system. */
const LONGEST_NAME = 255;

export type Danger = { readonly name: string; readonly reason: string };

/** All dangers, in order of the entries. An empty list means that each entry lands below the directory and on itself alone. */
export function dangersOf(entries: readonly ArchiveEntry[]): Danger[] {
  const kinds = new Map<string, ArchiveEntry['type']>();
  const dangers: Danger[] = [];
  for (const entry of entries) {
    const { name, type } = entry;
    const reason = badPath(name) ?? badKind(entry) ?? badLink(entry, kinds) ?? twice(name, type, kinds);
    if (reason !== undefined) dangers.push({ name, reason });
    kinds.set(name, type);
  }
  // A parent may come after its child, so this needs all of them.
  for (const { name } of entries) {
    const through = parentsOf(name).find((parent) => kinds.has(parent) && kinds.get(parent) !== 'directory');
    if (through !== undefined) dangers.push({ name, reason: `lies below "${through}", which is not a directory` });
  }
  return dangers;
}

/** The name of the directory itself, which needs no making. */
export const isRoot = ({ name }: ArchiveEntry): boolean => name === '' || name === '.';

function badPath(name: string): string | undefined {
  if (name === '' || name === '.') return undefined;
  if (name.includes('\0')) return 'the name holds NUL';
  if (name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) || name.startsWith('\\\\')) return 'the path is absolute';
  const names = name.split('/');
  if (names.includes('..') || name.split('\\').includes('..')) return 'the path leaves the directory by ".."';
  if (names.some((one) => one === '' || one === '.')) return 'the path has an empty name in it';
  return names.some((one) => Buffer.byteLength(one) > LONGEST_NAME) ? 'a name is too long' : undefined;
}

function badKind({ type, encrypted }: ArchiveEntry): string | undefined {
  if (encrypted) return 'is encrypted';
  return type === 'other' ? 'is not a file, directory or link' : undefined;
}

function badLink(entry: ArchiveEntry, kinds: ReadonlyMap<string, ArchiveEntry['type']>): string | undefined {
  const target = entry.linkTarget ?? '';
  if (entry.type === 'hardlink') {
    const earlier = kinds.get(target.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, ''));
    return earlier === 'file' ? undefined : `is a hard link to "${target}", which is no earlier file of the archive`;
  }
  if (entry.type !== 'symlink') return undefined;
  if (target === '' || target.includes('\0')) return 'is a link without a target';
  if (target.startsWith('/')) return `is a link to the absolute path "${target}"`;
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const up = steps.findIndex((step) => step !== '..');
  const climbs = up < 0 ? steps.length : up;
  // ".." after a name may climb from wherever a link of that name leads; only at the start it is what it looks like.
  if (steps.slice(climbs).includes('..')) return `is a link with ".." inside its target "${target}"`;
  return climbs > parentsOf(entry.name).length ? `is a link that leaves the directory: "${target}"` : undefined;
}

function twice(
  name: string,
  type: ArchiveEntry['type'],
  kinds: ReadonlyMap<string, ArchiveEntry['type']>,
): string | undefined {
  const earlier = kinds.get(name);
  if (earlier === undefined || (earlier === 'directory' && type === 'directory')) return undefined;
  return 'stands in the archive twice';
}

function parentsOf(name: string): string[] {
  const names = name.split('/');
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'));
}
