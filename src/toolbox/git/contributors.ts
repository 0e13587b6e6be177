/**
 * Tool `git_contributors`: commits by person. A person is an e-mail address, after the repository's .mailmap.
 */
import { flag, optionalInteger, optionalText, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { findCommit, openRepository, splitNul } from './repository.ts';

type Person = { name: string; email: string; commits: number; first: string; last: string };
type Tally = Person & { firstSecond: number; lastSecond: number };

/** Arguments: `repository`, `since`, `until`, `all`, `no_merges`, `paths`, `limit` (50). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const repository = await openRepository(args, io);
  const limit = optionalInteger(args, 'limit') ?? 50;
  const since = optionalText(args, 'since');
  const until = optionalText(args, 'until');
  const all = flag(args, 'all');
  const argv = ['log', '-z', '--no-color', '--no-show-signature', '--format=tformat:%aN%x00%aE%x00%at%x00%aI'];
  if (since !== undefined) argv.push(`--since=${since}`);
  if (until !== undefined) argv.push(`--until=${until}`);
  if (flag(args, 'no_merges')) argv.push('--no-merges');
  const empty = !all && (await findCommit(repository, 'HEAD')) === undefined;
  const where = [all ? '--all' : 'HEAD', '--', ...textList(args, 'paths')];
  const fields = empty ? [] : splitNul((await repository.read([...argv, ...where])).stdout);
  const people = count(fields);
  const commits = people.reduce((sum, person) => sum + person.commits, 0);
  return {
    root: repository.root,
    contributors: people.slice(0, limit).map((person) => ({ ...person, percent: share(person.commits, commits) })),
    total_contributors: people.length,
    total_commits: commits,
    truncated: people.length > limit,
  };
}

/** Fields come in fours: name, e-mail, seconds, ISO time. Most commits first. */
function count(fields: readonly string[]): Person[] {
  const byEmail = new Map<string, Tally>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    const [name = '', email = '', seconds = '0', time = ''] = fields.slice(i, i + 4);
    const at = Number.parseInt(seconds, 10);
    const key = email === '' ? `\0${name}` : email.toLowerCase();
    const person = byEmail.get(key);
    if (person === undefined) {
      byEmail.set(key, { name, email, commits: 1, first: time, last: time, firstSecond: at, lastSecond: at });
      continue;
    }
    person.commits++;
    if (at < person.firstSecond) Object.assign(person, { first: time, firstSecond: at });
    // The name that a person uses now.
    if (at > person.lastSecond) Object.assign(person, { last: time, lastSecond: at, name });
  }
  return [...byEmail.values()]
    .sort((a, b) => b.commits - a.commits || (a.email < b.email ? -1 : a.email > b.email ? 1 : 0))
    .map(({ name, email, commits, first, last }) => ({ name, email, commits, first, last }));
}

/** Percent with one decimal. */
function share(part: number, whole: number): number {
  return Math.round((part * 1000) / whole) / 10;
}
