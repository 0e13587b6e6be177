/**
 * Tool `file_delete`: removes exactly the paths named, for good. Everything is looked at before anything goes, links are
 * never followed, and other file systems below a directory stay.
 */
import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { flag, integer, textList } from '../arguments.ts';
import { lstatSync, rmdirSync, unlinkSync } from '../held-files.ts';
import { failureOfSystemError, type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { isWithin, realOf, refuseProtected } from './protected.ts';
import { typeOfStat, Unreadable, type Walked, walk } from './walk.ts';

type Target = {
  readonly path: string;
  readonly absolute: string;
  readonly stat: Stats;
  readonly inside: readonly Walked[];
  readonly bytes: number;
};

export function run(args: JsonObject, io: ToolIo): Json {
  const failures = new Unreadable();
  const targets = findTargets(args, io, failures);
  const preview = flag(args, 'preview');
  const deleted = targets.flatMap((target) => {
    const gone = preview ? target.inside.length + 1 : remove(target, failures);
    const isGone = gone === target.inside.length + 1;
    if (!isGone && gone === 0) return [];
    return [{ path: target.absolute, type: typeOfStat(target.stat), entries: gone, bytes: target.bytes }];
  });
  return {
    applied: !preview,
    deleted,
    entries: deleted.reduce((sum, one) => sum + one.entries, 0),
    bytes: deleted.reduce((sum, one) => sum + one.bytes, 0),
    failures: failures.places,
    complete: failures.count === 0,
  };
}

/** Each thing that would go, with what is in it. */
export function preview(args: JsonObject, io: ToolIo): Preview {
  const targets = findTargets(args, io, new Unreadable());
  return {
    affected: targets.map(({ absolute, stat, inside, bytes }) => {
      const below = stat.isDirectory() ? `, ${inside.length} entries below it` : '';
      return `${absolute} (${typeOfStat(stat)}${below}, ${bytes} bytes) is gone for good`;
    }),
    state: targets.map(({ absolute, stat: { dev, ino, mtimeMs }, inside, bytes }) => {
      return [absolute, dev, ino, mtimeMs, bytes, inside.map((entry) => entry.absolute)];
    }),
  };
}

function findTargets(args: JsonObject, io: ToolIo, failures: Unreadable): Target[] {
  const recursive = flag(args, 'recursive');
  const targets = textList(args, 'paths').map((path) => lookAt(path, recursive, io, failures));
  refuseNested(targets);
  const entries = targets.reduce((sum, { inside }) => sum + inside.length + 1, 0);
  const most = integer(args, 'max_entries');
  if (entries > most) {
    throw new ToolFailure(
      `${entries} entries would go, more than max_entries (${most}); nothing was deleted`,
      'invalid_arguments',
    );
  }
  return targets;
}

function lookAt(path: string, recursive: boolean, io: ToolIo, failures: Unreadable): Target {
  const absolute = resolve(io.cwd, path);
  let stat: Stats;
  try {
    stat = lstatSync(absolute);
  } catch (error) {
    throw failureOfSystemError(error, path);
  }
  refuseProtected(path, absolute, io.cwd, 'delete');
  if (!stat.isDirectory()) return { path, absolute, stat, inside: [], bytes: stat.size };
  if (!recursive) throw new ToolFailure(`${path} is a directory; recursive is not set`, 'invalid_arguments');
  const inside: Walked[] = [];
  let bytes = 0;
  for (const entry of walk(absolute, io.cwd, {}, failures)) {
    const { dev, size } = lstatSync(entry.absolute, { throwIfNoEntry: false }) ?? { dev: stat.dev, size: 0 };
    if (dev !== stat.dev) {
      throw new ToolFailure(
        `another file system is mounted at ${entry.absolute}; nothing was deleted`,
        'invalid_arguments',
      );
    }
    if (entry.type === 'file') bytes += size;
    inside.push(entry);
  }
  return { path, absolute, stat, inside, bytes };
}

/** What stands twice would be counted twice and then be missing. */
function refuseNested(targets: readonly Target[]): void {
  const real = targets.map(({ absolute }) => realOf(absolute));
  for (const [i, one] of real.entries()) {
    const j = real.findIndex((other, k) => k !== i && isWithin(one, other));
    if (j >= 0)
      throw new ToolFailure(`${targets[i]!.path} is named twice or lies in ${targets[j]!.path}`, 'invalid_arguments');
  }
}

/** From the deepest up. How many entries went. */
function remove({ path, absolute, stat, inside }: Target, failures: Unreadable): number {
  let gone = 0;
  const take = (where: string, isDirectory: boolean): void => {
    try {
      if (isDirectory) rmdirSync(where);
      else unlinkSync(where);
      gone += 1;
    } catch (error) {
      // The directories above what could not go are not empty: one cause is enough to tell.
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOTEMPTY' && failures.count > 0) return;
      failures.addError(where === absolute ? path : where, error);
    }
  };
  for (const entry of [...inside].reverse()) take(entry.absolute, entry.type === 'directory');
  take(absolute, stat.isDirectory());
  return gone;
}
