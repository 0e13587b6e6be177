/**
 * The directories that a yes was given for, held open: whatever a tool does below one of them goes through what was opened
 * and compared, so that a link or another directory put in its path changes nothing any more. Below them no link is followed.
 * Where the system has no handles that are paths (not Linux) the places are compared and no more.
 */
import { type BigIntStats, closeSync, constants, existsSync, fstatSync, lstatSync, openSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Bound, identityOf, marksOfFile, objectOf } from '../capability/tool-pass.ts';
import { ToolFailure } from './tool.ts';

/** A handle for which no permission to read is needed, and of which no watcher of the directory is told. */
export const HANDLE = 0o10000000;
const DIRECTORY = HANDLE | constants.O_DIRECTORY;

/** Handles by path. */
const directories = new Map<string, number>();
/** What stood at each other place, by its own name: a link is one itself. */
const leaves = new Map<string, string>();
/** Those of them that are links. */
const links = new Set<string>();
const programs = new Map<string, readonly [path: string, marks: string | null]>();

/** Compares all of it first. Throws ToolFailure where something is not what it was when the call was checked. */
export function holdBound(bound: Bound): void {
  const canHold = process.platform === 'linux' && existsSync('/proc/self/fd');
  for (const [path, object] of bound.places) {
    const handle = canHold && object !== null ? open(path, HANDLE) : undefined;
    const facts = handle === undefined ? standing(path) : fstatSync(handle, { bigint: true });
    if ((facts === undefined ? null : objectOf(facts)) !== object) throw changed(path, 'not_sent');
    if (handle !== undefined && facts?.isDirectory() === true) directories.set(path, handle);
    else if (handle !== undefined) closeSync(handle);
  }
  for (const [path] of bound.places) {
    const own = through(path, (at) => lstatSync(at, { bigint: true, throwIfNoEntry: false }));
    if (own !== undefined) leaves.set(path, identityOf(own));
    if (own?.isSymbolicLink() === true) links.add(path);
  }
  for (const [path, marks] of bound.programs) programs.set(basename(path), [path, marks]);
}

/** Calls `use` with a path that leads to the same entry of the very directory that is held; with `path` where none is. */
export function through<T>(path: string, use: (at: string) => T): T {
  return below(path, path, 1, use);
}

/** The same for what is itself a directory to go into: it is no link either, but for one that was looked at. */
export function throughDirectory<T>(path: string, use: (at: string) => T): T {
  return below(path, path, 0, use);
}

/** Throws ToolFailure where another thing has taken the name of one that a yes was given for; `at` leads to it. */
export function checkLeaf(path: string, at: string): void {
  const known = leaves.get(path);
  if (known === undefined) return;
  const now = lstatSync(at, { bigint: true, throwIfNoEntry: false });
  if (now === undefined || identityOf(now) !== known) throw changed(path);
}

export function isHeld(path: string): boolean {
  return directories.has(path);
}

/** The same for a file that was opened by that name, which nobody can take from it any more. */
export function checkOpened(path: string, handle: number): void {
  const known = leaves.get(path);
  if (known !== undefined && identityOf(fstatSync(handle, { bigint: true })) !== known) throw changed(path);
}

/** Whether a yes was given for what has this name, and it was no link. */
export function isHeldFile(path: string): boolean {
  return directories.size > 0 && leaves.has(path) && !links.has(path);
}

/** This process has put something else there itself, or taken it away. */
export function forgetLeaf(path: string): void {
  leaves.delete(path);
}

/** The file that was frozen for a program of this name or at this path; what was asked for in any other case. */
export function programOf(asked: string): string {
  const [path, marks] = programs.get(basename(asked)) ?? [];
  if (path === undefined || (asked.includes('/') && asked !== path)) return asked;
  if (marks === null)
    throw new ToolFailure(`${asked} is not installed, as it was not when the call was checked`, 'not_installed');
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (facts === undefined || marksOfFile(facts) !== marks) throw changed(path);
  return path;
}

/** The last `kept` names of the path stay names below a handle. */
function below<T>(path: string, shown: string, kept: 0 | 1, use: (at: string) => T): T {
  const names: string[] = [];
  let top = path;
  if (kept === 1) top = dirname(path);
  for (; !directories.has(top); top = dirname(top)) {
    if (top === dirname(top)) return use(path);
    names.unshift(basename(top));
  }
  let handle = directories.get(top) as number;
  const opened: number[] = [];
  try {
    for (const [index, name] of names.entries()) {
      const next = enter(handle, name, shown);
      // What is missing on the way is for the act itself to find missing, or to make.
      if (next === undefined)
        return use(join(pathOf(handle), ...names.slice(index), ...(kept === 1 ? [basename(path)] : [])));
      opened.push(next);
      handle = next;
    }
    return use(kept === 1 && path !== top ? join(pathOf(handle), basename(path)) : pathOf(handle));
  } catch (error) {
    throw named(error, shown);
  } finally {
    for (const one of opened) closeSync(one);
  }
}

function enter(handle: number, name: string, shown: string): number | undefined {
  try {
    return openSync(join(pathOf(handle), name), DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const isLink = lstatSync(join(pathOf(handle), name), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    throw isLink ? changed(shown) : error;
  }
}

function standing(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function open(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}

export function pathOf(handle: number): string {
  return `/proc/self/fd/${handle}`;
}

/** Handles are nobody's words for a place. */
function named(error: unknown, path: string): unknown {
  if (error instanceof Error && !(error instanceof ToolFailure)) {
    error.message = error.message.replaceAll(/\/proc\/self\/fd\/\d+(?:\/[^']*)?/g, () => path);
  }
  return error;
}

function changed(path: string, reason: 'not_sent' | 'failed' = 'failed'): ToolFailure {
  const message = `${path} leads elsewhere, or something else stands there, than when the call was checked`;
  return new ToolFailure(message, reason);
}
