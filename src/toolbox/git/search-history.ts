/**
 * Tool `git_search_history`: commits that added or removed a text, or whose changed lines match an expression.
 */
import { flag, oneOf, optionalInteger, optionalText, text, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { parseChanges } from './changes.ts';
import { cutList, logOfChanges, parseCommits } from './commits.ts';
import { findCommit, openRepository, splitNul } from './repository.ts';

/**
 * Arguments: `repository`, `text`, `match` count | line | regex (count), `ignore_case`, `all`, `since`, `paths`,
 * `limit` (20).
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const wanted = text(args, 'text');
  const match = oneOf(args, 'match', ['count', 'line', 'regex'], 'count');
  const limit = optionalInteger(args, 'limit') ?? 20;
  const since = optionalText(args, 'since');
  const all = flag(args, 'all');
  const answer = { root: repository.root };
  if (!all && (await findCommit(repository, 'HEAD')) === undefined) return { ...answer, commits: [], truncated: false };

  const pickaxe = match === 'count' ? `-S${wanted}` : `-G${match === 'line' ? literally(wanted) : wanted}`;
  const argv = [...logOfChanges(limit), pickaxe];
  if (flag(args, 'ignore_case')) argv.push('--regexp-ignore-case');
  if (since !== undefined) argv.push(`--since=${since}`);
  argv.push(all ? '--all' : 'HEAD', '--', ...textList(args, 'paths'));
  const { exitCode, stdout, stderr } = await repository.read(argv, { ok: [0, 128] });
  if (exitCode !== 0) {
    const words = stderr.toString('utf8').trim();
    throw new ToolFailure(words, /regex/i.test(words) ? 'invalid_arguments' : 'failed');
  }
  const commits = parseCommits(splitNul(stdout)).map(({ commit, rest }) => ({ ...commit, files: parseChanges(rest) }));
  const { list, truncated } = cutList(commits, limit);
  return { ...answer, commits: list, truncated };
}

/** A text as a POSIX extended expression that matches it and nothing else. */
function literally(words: string): string {
  return words.replaceAll(/[\\^$.[\]|()?*+{}]/g, '\\$&');
}
