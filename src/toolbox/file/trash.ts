/**
 * Tool `file_trash`: moves files into the trash of the freedesktop.org specification: the user's own for what lies on the
 * same file system as the home directory, else the one at the top of that file system.
 */
import { closeSync, type Stats, writeSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { textList } from '../arguments.ts';
import { lstatSync, mkdirSync, openSync, rmSync } from '../held-files.ts';
import { homeDirectory } from '../home.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { isWithin, realOf, refuseProtected } from './protected.ts';
import { lstatOr, moveTree } from './transfer.ts';
import { Unreadable } from './walk.ts';

/** Of a trash: its directory, and the directory that the paths in its notes start from ("" for absolute paths). */
type Trash = { readonly root: string; readonly top: string };

export function run(args: JsonObject, io: ToolIo): Json {
  if (process.platform !== 'linux')
    throw new ToolFailure('file_trash follows the Linux desktop trash', 'not_supported');
  const targets = textList(args, 'paths').map((path) => {
    const absolute = resolve(io.cwd, path);
    const stat = lstatOr(absolute);
    if (stat === undefined) throw new ToolFailure(`${path} does not exist`, 'not_found');
    refuseProtected(path, absolute, io.cwd, 'move');
    return { path, absolute: realOf(absolute), stat };
  });
  const failures = new Unreadable();
  const trashed = targets.flatMap(({ path, absolute, stat }) => {
    try {
      const trash = trashFor(absolute, stat);
      if (isWithin(absolute, trash.root) || isWithin(trash.root, absolute)) {
        throw new ToolFailure('it is in the trash already, or holds the trash', 'invalid_arguments');
      }
      return [{ path: absolute, ...discard(absolute, path, trash) }];
    } catch (error) {
      if (targets.length === 1) throw error;
      failures.add(path, (error as Error).message);
      return [];
    }
  });
  return { trashed, failures: failures.places, complete: failures.count === 0 };
}

function trashFor(absolute: string, stat: Stats): Trash {
  const data = process.env.XDG_DATA_HOME;
  const base = data !== undefined && isAbsolute(data) ? data : join(homeDirectory(), '.local', 'share');
  const home: Trash = { root: join(base, 'Trash'), top: '' };
  const device = stat.isDirectory() ? lstatSync(dirname(absolute)).dev : stat.dev;
  if (deviceOfNearest(base) === device) return home;
  const top = topOf(dirname(absolute), device);
  const user = process.getuid?.() ?? 0;
  const shared = lstatOr(join(top, '.Trash'));
  // The specification: an administrator's shared trash counts only when it is a real directory with the sticky bit.
  if (shared?.isDirectory() && (shared.mode & 0o1000) !== 0) return { root: join(top, '.Trash', String(user)), top };
  return { root: join(top, `.Trash-${user}`), top };
}

function deviceOfNearest(path: string): number {
  const stat = lstatOr(path);
  return stat?.dev ?? deviceOfNearest(dirname(path));
}

/** The highest directory of the same file system. */
function topOf(path: string, device: number): string {
  const parent = dirname(path);
  return parent === path || lstatSync(parent).dev !== device ? path : topOf(parent, device);
}

function discard(absolute: string, shown: string, { root, top }: Trash): { trash_path: string; info_path: string } {
  const [files, notes] = [join(root, 'files'), join(root, 'info')];
  for (const directory of [files, notes]) {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw failureOfSystemError(error, directory);
    }
  }
  const where = top === '' ? absolute : relative(top, absolute);
  const note = `[Trash Info]\nPath=${where.split('/').map(encodeURIComponent).join('/')}\nDeletionDate=${localTime()}\n`;
  const { name, info } = reserve(files, notes, basename(absolute), note);
  const place = join(files, name);
  try {
    moveTree(absolute, place, shown);
  } catch (error) {
    rmSync(info, { force: true });
    throw error;
  }
  return { trash_path: place, info_path: info };
}

/** The note is made first and exclusively: whoever has the note has the name. */
function reserve(files: string, notes: string, wanted: string, note: string): { name: string; info: string } {
  const extension = extname(wanted);
  const stem = basename(wanted, extension);
  for (let i = 1; ; i += 1) {
    const name = i === 1 ? wanted : `${stem}.${i}${extension}`;
    const info = join(notes, `${name}.trashinfo`);
    if (lstatOr(join(files, name)) !== undefined) continue;
    try {
      const file = openSync(info, 'wx', 0o600);
      writeSync(file, note);
      closeSync(file);
      return { name, info };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw failureOfSystemError(error, info);
    }
  }
}

/** YYYY-MM-DDThh:mm:ss in local time, as the specification wants it. */
function localTime(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date}T${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
}
