/**
 * Which repositories git would work on from a directory, and where these lie: in it, above it, or wherever their files
 * point. Read from those files, without starting git, and asked by policy alone: what git would pass over is told, too.
 */
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from '../capability/project-root.ts';
import type { RepositoryFound } from '../run/ports.ts';
import { isThere } from './is-there.ts';
import { below, parentOf } from './paths.ts';
import { readRegularText } from './regular-file.ts';

/** The root of the project that a directory belongs to. */
export function projectOf(directory: string): string | undefined {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  try {
    return projectRoot(directory, { isFile, isThere: (path) => isThere(path) === true });
  } catch {
    // What may not be looked at cannot be worked on either.
    return undefined;
  }
}

/** A configuration beyond that was written to be looked past. */
const MOST_BYTES = 1_048_576;
/** What holds the state of a repository: each of them may be a link into another one. */
const PARTS = ['HEAD', 'index', 'packed-refs', 'logs', 'objects', 'refs', 'refs/heads', 'refs/tags', 'refs/remotes'];

/** `directory` is a real path; the answer holds real paths, each once. Nothing is followed further than git does. */
export function repositoryAt(directory: string): RepositoryFound {
  const places = new Set<string>();
  const trees = new Set<string>();
  let complete = true;
  let isFound = false;
  const read = (path: string): string => {
    const there = isThere(path);
    if (there === false) return '';
    try {
      return readRegularText(path, MOST_BYTES);
    } catch {
      complete = false;
      return '';
    }
  };
  for (let at: string | undefined = directory; at !== undefined; at = parentOf(at)) {
    for (const git of gitDirectories(at, read)) {
      const common = realOf(resolve(git, lineOf(read(below(git, 'commondir')))));
      const linked = lineOf(read(below(git, 'gitdir')));
      const holders = [...new Set([git, common])];
      const named = holders
        .flatMap((holder) => ['config', 'config.worktree'].flatMap((name) => workTrees(read(below(holder, name)))))
        .map((tree) => realOf(resolve(git, tree)));
      const tops = git === at ? named : [at, ...named];
      const elsewhere = linked === '' ? [] : [realOf(resolve(git, linked, '..'))];
      const parts = holders.flatMap((holder) => PARTS.map((part) => below(holder, part)));
      const led = parts.map(realOf).filter((real, index) => real !== parts[index]);
      for (const place of [...holders, ...tops, ...elsewhere, ...led]) places.add(place);
      if (!isFound) for (const top of tops) trees.add(top);
      isFound ||= isRepository(git, common);
    }
  }
  // A name that is no UTF-8 cannot be looked up as it was written.
  if ([...places].some((place) => place.includes('\uFFFD'))) complete = false;
  return { places: [...places], trees: [...trees], complete };
}

/** What stands here as `.git`, or is named by it; and the directory itself, which git takes for one without a working tree. */
function gitDirectories(at: string, read: (path: string) => string): string[] {
  const entry = below(at, '.git');
  const bare = isThere(below(at, 'HEAD')) === false ? [] : [at];
  if (isThere(entry) === false) return bare;
  if (isDirectory(entry)) return [realOf(entry), ...bare];
  const [, named] = /^gitdir: ?(.*)$/s.exec(read(entry)) ?? [];
  // A file named .git that is none ends git's search.
  return named === undefined ? bare : [realOf(resolve(at, lineOf(named))), ...bare];
}

/** No wider than git's own look: what is not known to be one is passed over, and the search goes on. */
function isRepository(git: string, common: string): boolean {
  if (!isDirectory(below(common, 'objects')) || !isDirectory(below(common, 'refs'))) return false;
  const head = below(git, 'HEAD');
  try {
    return /^refs\//.test(readlinkSync(head));
  } catch {
    try {
      return /^(ref:\s*refs\/|[0-9a-f]{40})/.test(readRegularText(head, MOST_BYTES));
    } catch {
      return false;
    }
  }
}

/**
 * Values of core.worktree in a git configuration: whatever stands behind that name, in a comment or in another section
 * as well. Of several git takes the last; here each of them counts.
 */
function workTrees(configuration: string): string[] {
  const values = configuration.replaceAll('\r\n', '\n').matchAll(/worktree\s*=[^\S\n]*((?:\\\n|[^\n])*)/gi);
  return [...values].map(([, value = '']) => unquoted(value)).filter((value) => value !== '');
}

/** A value as git reads it: quotes and escapes taken away, a comment and the spaces before it left out. */
function unquoted(value: string): string {
  let text = '';
  let end = 0;
  let isQuoted = false;
  for (const [part] of value.matchAll(/\\.|./gsu)) {
    if (part === '"') isQuoted = !isQuoted;
    else if (part === '\0' || (!isQuoted && /[#;]/.test(part))) break;
    else text += part.length > 1 && part.startsWith('\\') ? (ESCAPES[part] ?? part.slice(1)) : part;
    if (isQuoted || !/^\s$/.test(part)) end = text.length;
  }
  return text.slice(0, end);
}
const ESCAPES: { readonly [written: string]: string } = { '\\n': '\n', '\\t': '\t', '\\b': '\b', '\\\n': '' };

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The path that a file of git's holds. */
function lineOf(text: string): string {
  return (text.split('\0')[0] as string).replace(/[\r\n]+$/, '');
}

/** What is not there stands where it is written. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
