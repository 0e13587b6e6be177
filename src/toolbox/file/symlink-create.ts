/** Tool `file_symlink_create`: a symbolic link to a target that exists; only another link may be replaced. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { flag, text } from '../arguments.ts';
import { readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from '../held-files.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { realOf } from './protected.ts';
import { lstatOr, makeParents, temporaryBeside } from './transfer.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const target = resolve(io.cwd, text(args, 'target'));
  const link = resolve(io.cwd, text(args, 'link'));
  const targetExists = existsSync(target);
  if (!targetExists && !flag(args, 'allow_missing')) {
    throw new ToolFailure(`${text(args, 'target')} does not exist; allow_missing is not set`, 'not_found');
  }
  if (realOf(link) === realOf(target)) throw new ToolFailure('a link cannot point to itself', 'invalid_arguments');
  makeParents(link);
  // The kernel walks ".." from where the link really is.
  const stored = flag(args, 'relative') ? relative(realpathSync(dirname(link)), realOf(target)) || '.' : target;
  const replaced = takenBy(link, flag(args, 'replace'), stored);
  const answer = { link, stored, target, target_exists: targetExists, replaced };
  if (replaced === stored) return { ...answer, changed: false };
  place(stored, link, replaced !== null);
  return { ...answer, changed: true };
}

/** What an existing link says, null where nothing is. */
function takenBy(link: string, mayReplace: boolean, stored: string): string | null {
  const taken = lstatOr(link);
  if (taken === undefined) return null;
  if (!taken.isSymbolicLink())
    throw new ToolFailure(`${link} exists already and is not a symbolic link`, 'invalid_arguments');
  const says = readlinkSync(link);
  if (says !== stored && !mayReplace) {
    throw new ToolFailure(`${link} is a link to ${says} already; replace is not set`, 'invalid_arguments');
  }
  return says;
}

/** A replacement comes in one step: there is no moment without a link. */
function place(stored: string, link: string, replaces: boolean): void {
  const made = replaces ? temporaryBeside(link) : link;
  try {
    symlinkSync(stored, made);
    if (replaces) renameSync(made, link);
  } catch (error) {
    if (replaces) rmSync(made, { force: true });
    throw failureOfSystemError(error, link);
  }
}
