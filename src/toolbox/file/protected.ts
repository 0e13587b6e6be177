/** Places that no tool of ours removes or changes as a whole, whoever asks: losing them is losing the machine or the session. */
import { basename, dirname, join, sep } from 'node:path';
import { lstatSync, realpathSync } from '../held-files.ts';
import { homeDirectory } from '../home.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { ToolFailure } from '../tool.ts';

/** Directories of the system, directly below the root or well known. */
const SYSTEM: ReadonlySet<string> = new Set(
  'bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys tmp usr var Applications Library System Users Volumes private'
    .split(' ')
    .map((name) => `/${name}`)
    .concat(['/', '/usr/bin', '/usr/lib', '/usr/local', '/usr/sbin', '/usr/share', '/var/lib', '/var/log', '/var/tmp']),
);

/** Throws when `absolute` (its last name is not followed) is such a place, or holds where we stand. */
export function refuseProtected(path: string, absolute: string, cwd: string, act: 'delete' | 'move' | 'change'): void {
  const real = realOf(absolute);
  const why = reasonAgainst(real, cwd, act);
  if (why !== undefined) throw new ToolFailure(`refused to ${act} ${path}: ${why}`, 'invalid_arguments');
  refuseOwnPlace(absolute);
}

function reasonAgainst(real: string, cwd: string, act: 'delete' | 'move' | 'change'): string | undefined {
  if (SYSTEM.has(real)) return 'it is a directory of the system';
  if (isWithin(realOrSame(homeDirectory()), real)) return 'it is the home directory or holds it';
  if (act === 'change') return undefined;
  if (isWithin(realOrSame(cwd), real)) return 'it is the current directory or holds it';
  try {
    const stat = lstatSync(real);
    if (stat.isDirectory() && stat.dev !== lstatSync(dirname(real)).dev) return 'a file system is mounted there';
  } catch {
    // What is not there is refused by whoever acts on it.
  }
  return undefined;
}

/** The path with its parents resolved and its last name kept: a link stands for itself. */
export function realOf(absolute: string): string {
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realOrSame(parent), basename(absolute));
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether `inner` is `outer` or below it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
