/**
 * Tool `dev_env_example_check`: compares the variables of an env file with those of its example. Values are never told.
 */

import { join, resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { READING_ENVIRONMENT, readingOptions } from '../git/guard.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { projectDirectory, readText } from './project.ts';

type Variable = { name: string; line: number; empty: boolean };

/** Arguments: `directory` (current), `file` (.env), `example` (.env.example, .env.sample, .env.template). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = projectDirectory(args, io);
  const file = resolve(directory, optionalText(args, 'file') ?? '.env');
  const asked = optionalText(args, 'example');
  const names = asked === undefined ? ['.env.example', '.env.sample', '.env.template', '.env.dist'] : [asked];
  const example = names.map((name) => resolve(directory, name)).find((path) => statOf(path)?.isFile());
  if (example === undefined) throw new ToolFailure(`${join(directory, names[0] ?? '')} does not exist`, 'not_found');
  const exists = statOf(file)?.isFile() ?? false;
  const own = exists ? variablesOf(readText(file)) : [];
  const wanted = variablesOf(readText(example));
  const ownNames = new Set(own.map(({ name }) => name));
  const wantedNames = new Set(wanted.map(({ name }) => name));
  const twice = own.filter(({ name }, at) => own.findIndex((one) => one.name === name) !== at);
  const plain = (list: readonly Variable[]): Json => list.map(({ name, line }) => ({ name, line }));
  const missing = wanted.filter(({ name }) => !ownNames.has(name));
  return {
    file,
    file_exists: exists,
    example,
    missing: plain(missing),
    extra: plain(own.filter(({ name }) => !wantedNames.has(name))),
    // Empty in the example as well: it is meant to be.
    empty: plain(own.filter(({ name, empty }) => empty && wanted.some((one) => one.name === name && !one.empty))),
    duplicates: plain(twice),
    complete: exists && missing.length === 0,
    ...(await gitFacts(directory, file)),
  };
}

function variablesOf(text: string): Variable[] {
  const found: Variable[] = [];
  let quote = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (quote !== '') {
      if (line.includes(quote)) quote = '';
      continue;
    }
    const match = /^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*(.*)$/.exec(line);
    if (match === null) continue;
    const value = match[2] ?? '';
    const open = /^(["'`])/.exec(value)?.[1];
    if (open !== undefined && value.indexOf(open, 1) === -1) quote = open;
    found.push({ name: match[1] ?? '', line: at + 1, empty: /^(?:""|''|#.*)?$/.test(value.trim()) });
  }
  return found;
}

async function gitFacts(
  cwd: string,
  file: string,
): Promise<{ ignored_by_git: boolean | null; tracked_by_git: boolean | null }> {
  try {
    const reading = await readingOptions(cwd);
    const git = (argv: readonly string[], ok: readonly number[]) =>
      call('git', [...reading, ...argv], { cwd, env: READING_ENVIRONMENT, ok });
    const inside = await git(['rev-parse', '--is-inside-work-tree'], [0, 128]);
    if (inside.exitCode !== 0) return { ignored_by_git: null, tracked_by_git: null };
    const ignored = await git(['check-ignore', '-q', '--', file], [0, 1, 128]);
    const tracked = await git(['--literal-pathspecs', 'ls-files', '-z', '--', file], [0, 128]);
    return { ignored_by_git: ignored.exitCode === 0, tracked_by_git: tracked.stdout.length > 0 };
  } catch {
    return { ignored_by_git: null, tracked_by_git: null };
  }
}
