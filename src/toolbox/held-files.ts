/**
 * The file system as the tools that change something see it: node's own functions, which go through the directories that
 * are held (./held.ts). Whatever changes files takes them from here, whatever they change is looked at once more before.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import {
  checkLeaf,
  checkOpened,
  forgetLeaf,
  HANDLE,
  isHeld,
  isHeldFile,
  pathOf,
  through,
  throughDirectory,
} from './held.ts';

type Act<Rest extends readonly unknown[], Result> = (path: string, ...rest: Rest) => Result;

/** The same function, its first path held. */
function looking<Rest extends readonly unknown[], Result>(act: Act<Rest, Result>): Act<Rest, Result> {
  return (path, ...rest) => through(path, (at) => act(at, ...rest));
}

/** The same, for what alters the thing at this path and no other. */
function altering<Rest extends readonly unknown[], Result>(act: Act<Rest, Result>): Act<Rest, Result> {
  return (path, ...rest) =>
    through(path, (at) => {
      checkLeaf(path, at);
      return act(at, ...rest);
    });
}

/** The same, for what takes it away. */
function removing<Rest extends readonly unknown[]>(act: Act<Rest, void>): Act<Rest, void> {
  const careful = altering(act);
  return (path, ...rest) => {
    careful(path, ...rest);
    forgetLeaf(path);
  };
}

export const lstatSync = looking(
  fs.lstatSync as (path: string, options?: fs.StatSyncOptions) => unknown,
) as typeof fs.lstatSync;
export const readlinkSync = altering(fs.readlinkSync as (path: string) => string);
export const accessSync = looking(fs.accessSync as (path: string, mode?: number) => void);
export const lchownSync = altering(fs.lchownSync as (path: string, uid: number, gid: number) => void);
export const lutimesSync = altering(fs.lutimesSync as (path: string, atime: number, mtime: number) => void);
export const utimesSync = altering(fs.utimesSync as (path: string, atime: number, mtime: number) => void);
export const chownSync = altering(fs.chownSync as (path: string, uid: number, gid: number) => void);
export const unlinkSync = removing(fs.unlinkSync as (path: string) => void);
export const rmdirSync = removing(fs.rmdirSync as (path: string) => void);
export const rmSync = removing(fs.rmSync as (path: string, options?: fs.RmOptions) => void);
export const mkdtempSync = heldTemporary;
export const symlinkSync = (target: string, path: string): void => through(path, (at) => fs.symlinkSync(target, at));

/** Where it is by now, wherever that is. */
export const realpathSync = (path: string): string =>
  (isHeld(path) ? throughDirectory : through)(path, (at) => fs.realpathSync.native(at));

export function readdirSync(path: string): string[];
export function readdirSync(path: string, options: { readonly withFileTypes: true }): fs.Dirent[];
export function readdirSync(path: string, options?: { readonly withFileTypes: true }): string[] | fs.Dirent[] {
  return throughDirectory(path, (at) => (options === undefined ? fs.readdirSync(at) : fs.readdirSync(at, options)));
}

/** Each directory that is missing is made below the one that was opened. */
export function mkdirSync(path: string, options: { readonly recursive?: boolean; readonly mode?: number } = {}): void {
  if (options.recursive !== true) return void through(path, (at) => fs.mkdirSync(at, options));
  const missing: string[] = [];
  for (let at = path; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.unshift(at);
  if (missing.length === 0) return void through(path, (at) => fs.mkdirSync(at, options));
  for (const one of missing) through(one, (at) => fs.mkdirSync(at, options));
}

/** What is open is compared, not what has its name by then. */
export function openSync(path: string, flags: string | number, mode?: number): number {
  const handle = through(path, (at) => fs.openSync(at, flags, mode));
  if (!isHeldFile(path)) return handle;
  try {
    checkOpened(path, handle);
    return handle;
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
}

/** What has the name afterwards is ours. */
export function renameSync(from: string, to: string): void {
  through(from, (one) => {
    checkLeaf(from, one);
    through(to, (other) => {
      checkLeaf(to, other);
      fs.renameSync(one, other);
    });
  });
  forgetLeaf(from);
  forgetLeaf(to);
}

export function linkSync(from: string, to: string): void {
  through(from, (one) => through(to, (other) => fs.linkSync(one, other)));
}

/** The mode of the very file or directory that was looked at, whatever has taken its name. */
export function chmodSync(path: string, mode: number): void {
  if (isHeldFile(path)) withHandle(path, (at) => fs.chmodSync(at, mode));
  else through(path, (at) => fs.chmodSync(at, mode));
}

/** The bytes of the very file that was looked at. */
export function copyFileSync(from: string, to: string, mode: number): void {
  const copy = (at: string) => through(to, (other) => fs.copyFileSync(at, other, mode));
  if (isHeldFile(from)) withHandle(from, copy);
  else through(from, copy);
}

/** A path that leads to the thing itself. */
function withHandle(path: string, use: (at: string) => void): void {
  const handle = openSync(path, HANDLE | fs.constants.O_NOFOLLOW);
  try {
    use(pathOf(handle));
  } finally {
    fs.closeSync(handle);
  }
}

/** Answers with the path as it is asked for, not as it is reached. */
function heldTemporary(prefix: string): string {
  const made = through(prefix, (at) => fs.mkdtempSync(at));
  return `${prefix}${made.slice(-RANDOM)}`;
}

/** Characters that mkdtemp puts behind the prefix. */
const RANDOM = 6;
