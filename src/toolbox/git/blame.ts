/**
 * Tool `git_blame`: the commit behind each line of a file, from `git blame --porcelain`.
 */
import { flag, optionalInteger, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { needWorkingTree, openRepository, resolveCommit } from './repository.ts';

type Origin = { author: string; email: string; time: string | null; subject: string };

/** Arguments: `repository`, `path`, `revision`, `start_line` (1), `end_line`, `ignore_whitespace`, `limit` (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const path = text(args, 'path');
  const revision = optionalText(args, 'revision');
  const start = optionalInteger(args, 'start_line') ?? 1;
  const end = optionalInteger(args, 'end_line');
  const limit = optionalInteger(args, 'limit') ?? 500;
  if (end !== undefined && end < start) throw new ToolFailure('"end_line" is before "start_line"', 'invalid_arguments');
  if (revision === undefined) needWorkingTree(repository);
  const commit = await resolveCommit(repository, revision ?? 'HEAD');

  const argv = ['blame', '--porcelain', '--root', '--no-textconv', ...(flag(args, 'ignore_whitespace') ? ['-w'] : [])];
  if (start > 1) argv.push('-L', `${start},`);
  const at = revision === undefined ? [] : [commit];
  const { exitCode, stdout, stderr } = await repository.read([...argv, ...at, '--', path], { ok: [0, 128] });
  if (exitCode !== 0) throw whyNot(path, start, stderr.toString('utf8'));
  const all = parseBlame(stdout.toString('utf8'));
  const wanted = end === undefined ? all : all.filter(({ line }) => line <= end);
  return {
    root: repository.root,
    path: `${repository.prefix}${path}`,
    lines: wanted.slice(0, limit),
    total: wanted.length,
    truncated: wanted.length > limit,
  };
}

type BlamedLine = Origin & { line: number; hash: string; committed: boolean; text: string };

/** A header "hash original final [count]", facts of a commit the first time it comes, and the line behind a tab. */
function parseBlame(output: string): BlamedLine[] {
  const origins = new Map<string, Map<string, string>>();
  const lines: BlamedLine[] = [];
  let hash = '';
  let line = 0;
  for (const row of output.split('\n')) {
    const header = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/.exec(row);
    if (row.startsWith('\t')) {
      lines.push({ line, hash, committed: !/^0+$/.test(hash), ...originOf(origins.get(hash)), text: row.slice(1) });
    } else if (header !== null) {
      hash = header[1] ?? '';
      line = Number.parseInt(header[2] ?? '0', 10);
      if (!origins.has(hash)) origins.set(hash, new Map());
    } else {
      const space = row.indexOf(' ');
      if (space > 0) origins.get(hash)?.set(row.slice(0, space), row.slice(space + 1));
    }
  }
  return lines;
}

function originOf(facts: Map<string, string> | undefined): Origin {
  return {
    author: facts?.get('author') ?? '',
    email: (facts?.get('author-mail') ?? '').replace(/^<|>$/g, ''),
    time: isoTime(facts?.get('author-time'), facts?.get('author-tz')),
    subject: facts?.get('summary') ?? '',
  };
}

/** Seconds and "+0800" as ISO 8601 in that zone, as git's own %aI writes it. */
function isoTime(seconds: string | undefined, zone = '+0000'): string | null {
  const at = Number.parseInt(seconds ?? '', 10);
  const parts = /^([+-])(\d\d)(\d\d)$/.exec(zone);
  if (!Number.isFinite(at) || parts === null) return null;
  const [, sign, hours = '0', minutes = '0'] = parts;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  return `${new Date((at + offset) * 1000).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

function whyNot(path: string, start: number, words: string): ToolFailure {
  const lines = /has only (\d+) lines?/.exec(words);
  if (lines !== null) return new ToolFailure(`${path} has only ${lines[1]} lines, not ${start}`, 'invalid_arguments');
  if (/no such path|cannot stat path/i.test(words))
    return new ToolFailure(`git has no file ${path} there`, 'not_found');
  return new ToolFailure(words.trim().split('\n').at(-1) ?? 'git blame failed');
}
