/** Tool `file_duplicate_find`: files with the same contents: same size, then same beginning, then same digest of all. */
import { lstatSync } from 'node:fs';
import { integer, textList } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { digestFile } from './digest.ts';
import { compareCodeUnits } from './entry.ts';
import { existing, Unreadable, walk } from './walk.ts';

/** Bytes that tell most files of one size apart without reading them whole. */
const BEGINNING_BYTES = 64 * 1024;

type Candidate = { readonly path: string; readonly absolute: string; readonly size: number };

export function run(args: JsonObject, io: ToolIo): Json {
  const unreadable = new Unreadable();
  const { candidates, examined, hardLinks } = collect(args, io, unreadable);
  const groups = groupBy(candidates, ({ size }) => String(size))
    .flatMap((group) => groupBy(group, digestOr(unreadable, BEGINNING_BYTES)))
    .flatMap((group) => groupBy(group, digestOr(unreadable, Infinity), true))
    .map(({ key, members }) => {
      const size = members[0]!.size;
      const paths = members.map(({ path }) => path).sort(compareCodeUnits);
      return { size, sha256: key, wasted: size * (members.length - 1), paths };
    })
    .sort((a, b) => b.wasted - a.wasted || compareCodeUnits(a.paths[0]!, b.paths[0]!));
  const limit = integer(args, 'limit');
  return {
    groups: groups.slice(0, limit),
    wasted_bytes: groups.reduce((sum, { wasted }) => sum + wasted, 0),
    files_examined: examined,
    hard_links: hardLinks,
    total: groups.length,
    truncated: groups.length > limit,
    ...unreadable.fields(),
  };
}

function collect(args: JsonObject, io: ToolIo, unreadable: Unreadable) {
  const exclude = new Set(textList(args, 'exclude'));
  const minimum = integer(args, 'min_bytes');
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  let examined = 0;
  let hardLinks = 0;
  const take = (path: string, absolute: string): void => {
    try {
      const { size, dev, ino, nlink } = lstatSync(absolute);
      examined += 1;
      if (size < minimum) return;
      const identity = `${dev}:${ino}`;
      if (seen.has(identity)) {
        if (nlink > 1) hardLinks += 1;
        return;
      }
      seen.add(identity);
      candidates.push({ path, absolute, size });
    } catch (error) {
      unreadable.addError(path, error);
    }
  };
  for (const root of textList(args, 'paths')) {
    const { absolute, stat } = existing(root, io.cwd);
    if (stat.isFile()) take(root, absolute);
    else if (stat.isDirectory()) {
      for (const entry of walk(root, io.cwd, { exclude }, unreadable)) {
        if (entry.type === 'file') take(entry.path, entry.absolute);
      }
    }
  }
  return { candidates, examined, hardLinks };
}

function digestOr(unreadable: Unreadable, limit: number): (candidate: Candidate) => string | undefined {
  return ({ path, absolute }) => {
    try {
      return withFile(absolute, '/', (file) => digestFile(file, 'sha256', limit).hash);
    } catch (error) {
      unreadable.add(path, (error as Error).message.replace(absolute, path));
      return undefined;
    }
  };
}

type Group = { readonly key: string; readonly members: Candidate[] };

/** Groups of two or more. A file that is all beginning is not read again: its key stays the same. */
function groupBy(files: readonly Candidate[], keyOf: (file: Candidate) => string | undefined): Candidate[][];
function groupBy(files: readonly Candidate[], keyOf: (file: Candidate) => string | undefined, keyed: true): Group[];
function groupBy(
  files: readonly Candidate[],
  keyOf: (file: Candidate) => string | undefined,
  keyed = false,
): Candidate[][] | Group[] {
  const groups = new Map<string, Candidate[]>();
  for (const file of files) {
    const key = keyOf(file);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  const several = [...groups].filter(([, members]) => members.length > 1);
  return keyed ? several.map(([key, members]) => ({ key, members })) : several.map(([, members]) => members);
}
