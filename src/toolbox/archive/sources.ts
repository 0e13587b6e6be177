/** The files that go into a new archive, with their names in it. */
import type { Stats } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathOrNamePattern } from '../file/pattern.ts';
import { isWithin, realOf } from '../file/protected.ts';
import { typeOfStat, type Unreadable, walk } from '../file/walk.ts';
import { lstatSync } from '../held-files.ts';
import { failureOfSystemError, ToolFailure } from '../tool.ts';

export type Source = { readonly absolute: string; readonly name: string; readonly stat: Stats };

/** Sorted, each once, below `directory`; the files in `never` (the archive itself) stay out. */
export function sourcesOf(
  paths: readonly string[],
  directory: string,
  exclude: readonly string[],
  never: ReadonlySet<string>,
  skipped: Unreadable,
): Source[] {
  const tests = exclude.map(pathOrNamePattern);
  const sources = new Map<string, Source>();
  const take = (absolute: string, shown: string): void => {
    if (never.has(realOf(absolute))) return;
    try {
      const stat = lstatSync(absolute);
      const name = relative(directory, absolute);
      if (name === '') return;
      if (typeOfStat(stat) === 'other') skipped.add(shown, 'is not a file, directory or link');
      else sources.set(name, { absolute, name, stat });
    } catch (error) {
      skipped.addError(shown, error);
    }
  };
  for (const path of paths) {
    const absolute = resolve(directory, path);
    if (!isWithin(absolute, directory)) {
      throw new ToolFailure(`${path} lies outside of ${directory}; choose another directory`, 'invalid_arguments');
    }
    let isDirectory: boolean;
    try {
      isDirectory = lstatSync(absolute).isDirectory();
    } catch (error) {
      throw failureOfSystemError(error, path);
    }
    take(absolute, path);
    if (!isDirectory) continue;
    const below = relative(directory, absolute);
    const leaveOut = (entry: { relative: string }): boolean =>
      tests.some((test) => test(below === '' ? entry.relative : `${below}/${entry.relative}`));
    for (const entry of walk(absolute, '/', { leaveOut }, skipped)) take(entry.absolute, entry.path);
  }
  return [...sources.values()];
}
