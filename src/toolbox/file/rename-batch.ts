/** Tool `file_rename_batch`: new names for many entries of one directory by a rule: all of them or none. */
import { randomBytes } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { flag, integer, oneOf, optionalText, text, textList } from '../arguments.ts';
import { lstatSync, renameSync } from '../held-files.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { compilePattern } from '../text/pattern.ts';
import { type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { compareCodeUnits } from './entry.ts';
import { anyName } from './pattern.ts';
import { lstatOr } from './transfer.ts';
import { existingDirectory, reasonOf, Unreadable, walk } from './walk.ts';

type Rename = { readonly from: string; readonly to: string };

/** Bytes of a file name on every common file system. */
const LONGEST_NAME = 255;

export function run(args: JsonObject, io: ToolIo): Json {
  const directory = existingDirectory(text(args, 'path'), io.cwd);
  const names = chosen(args, directory);
  const renames = newNames(args, names).filter(({ from, to }) => from !== to);
  const conflicts = conflictsOf(renames, directory);
  const preview = flag(args, 'preview');
  if (!preview && conflicts.length > 0) {
    const [first] = conflicts;
    throw new ToolFailure(
      `${conflicts.length} new names cannot be used, nothing was renamed; "${first!.name}": ${first!.reason}`,
      'invalid_arguments',
    );
  }
  for (const name of renames.flatMap(({ from, to }) => [from, to])) refuseOwnPlace(join(directory, name));
  if (!preview) rename(renames, directory);
  return { applied: !preview, renames, total: renames.length, conflicts };
}

/** Each name that would be another one, and where. */
export function preview(args: JsonObject, io: ToolIo): Preview {
  const directory = existingDirectory(text(args, 'path'), io.cwd);
  const { renames } = run({ ...args, preview: true }, io) as { readonly renames: readonly Rename[] };
  return {
    affected: renames.map(({ from, to }) => `${join(directory, from)} becomes ${to}`),
    state: [directory, ...renames.map(({ from, to }) => [from, to])],
  };
}

function chosen(args: JsonObject, directory: string): string[] {
  const fits = anyName(textList(args, 'include'));
  const type = oneOf(args, 'type', ['files', 'directories', 'all'], 'files');
  const unreadable = new Unreadable();
  const entries = [...walk(directory, '/', { hidden: flag(args, 'hidden'), maxDepth: 1 }, unreadable)]
    .filter((entry) => type === 'all' || (type === 'directories') === (entry.type === 'directory'))
    .filter(({ name }) => fits(name))
    .map(({ name, absolute }) => ({ name, modified: lstatSync(absolute).mtimeMs }));
  if (oneOf(args, 'sort', ['name', 'modified'], 'name') === 'modified') {
    entries.sort((a, b) => a.modified - b.modified || compareCodeUnits(a.name, b.name));
  }
  return entries.map(({ name }) => name);
}

function newNames(args: JsonObject, names: readonly string[]): Rename[] {
  const template = optionalText(args, 'template');
  const find = optionalText(args, 'pattern');
  const letters = oneOf(args, 'case', ['keep', 'lower', 'upper'], 'keep');
  if (template === undefined && find === undefined && letters === 'keep') {
    throw new ToolFailure('there is no rule: give pattern, template or case', 'invalid_arguments');
  }
  const start = integer(args, 'start');
  const templated = template === undefined ? names : names.map((name, i) => fill(template, name, start + i));
  const replaced = find === undefined ? templated.map(() => undefined) : replaceIn(templated, find, args);
  return names.map((from, i) => {
    const name = replaced[i]?.text ?? templated[i]!;
    return { from, to: letters === 'keep' ? name : letters === 'lower' ? name.toLowerCase() : name.toUpperCase() };
  });
}

function replaceIn(names: readonly string[], find: string, args: JsonObject) {
  const pattern = compilePattern(find, flag(args, 'regex'), false, false);
  return pattern.replace(names, optionalText(args, 'replacement') ?? '');
}

function fill(template: string, name: string, number: number): string {
  const ext = extname(name);
  return template.replace(/\{([a-z]+)(?::(\d{1,2}))?\}/g, (whole, key: string, width?: string) => {
    if (key === 'n') return String(number).padStart(Number(width ?? 0), '0');
    if (key === 'name') return name;
    if (key === 'stem') return basename(name, ext);
    if (key === 'ext') return ext;
    throw new ToolFailure(
      `the template has ${whole}; it knows {name}, {stem}, {ext}, {n} and {n:3}`,
      'invalid_arguments',
    );
  });
}

function conflictsOf(renames: readonly Rename[], directory: string): { name: string; reason: string }[] {
  const leaving = new Set(renames.map(({ from }) => from));
  const taken = new Map<string, string>();
  return renames.flatMap(({ from, to }) => {
    const earlier = taken.get(to);
    taken.set(to, from);
    const reason = badName(to) ?? (earlier === undefined ? existingReason(to) : `${earlier} would get the same name`);
    return reason === undefined ? [] : [{ name: to, reason }];
  });

  function existingReason(name: string): string | undefined {
    if (leaving.has(name) || lstatOr(join(directory, name)) === undefined) return undefined;
    // On a file system that ignores case the "other" file may be the one that is renamed.
    return isSameEntry(name) ? undefined : 'there is such an entry already';
  }

  function isSameEntry(name: string): boolean {
    const from = renames.find((one) => one.to === name)!.from;
    const [a, b] = [lstatOr(join(directory, from)), lstatOr(join(directory, name))];
    return (
      from.toLowerCase() === name.toLowerCase() &&
      a !== undefined &&
      b !== undefined &&
      a.ino === b.ino &&
      a.nlink === 1
    );
  }
}

function badName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'is not a name';
  if (/[/\0]/.test(name)) return 'holds a slash or NUL';
  return Buffer.byteLength(name) > LONGEST_NAME ? `is longer than ${LONGEST_NAME} bytes` : undefined;
}

/** By way of names that nobody uses, so that swaps and rings work; what was done is undone when a step fails. */
function rename(renames: readonly Rename[], directory: string): void {
  const mark = `.cap-rename-${process.pid}-${randomBytes(6).toString('hex')}-`;
  const steps = [
    ...renames.map(({ from }, i) => ({ from, to: `${mark}${i}` })),
    ...renames.map(({ to }, i) => ({ from: `${mark}${i}`, to })),
  ];
  for (const [i, { from, to }] of steps.entries()) {
    try {
      renameSync(join(directory, from), join(directory, to));
    } catch (error) {
      for (const done of steps.slice(0, i).reverse()) renameSync(join(directory, done.to), join(directory, done.from));
      throw new ToolFailure(`${from}: ${reasonOf(error)}; all names were put back`);
    }
  }
}
