/**
 * The commits of a `git log` as entries: one format string and its parser. What follows each commit (files, counts) is
 * handed on unread. It knows no question that is asked of the history.
 */
import type { Json } from '../tool.ts';

export type Commit = {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  /** Author date, ISO 8601. */
  readonly time: string;
  readonly subject: string;
};

/**
 * Starts each commit. With -z a field of git's own never holds a NUL, so "empty field, then a marker" cannot come out
 * of a path or a subject: no path is empty.
 */
const START = '\x1ecommit';
/** Options of `git log` that `parseCommits` reads; none of them depends on the user's configuration. */
export const COMMIT_FORMAT = [
  '-z',
  '--no-color',
  '--no-show-signature',
  '--no-notes',
  '--no-decorate',
  '--no-ext-diff',
  '--no-textconv',
  '--format=tformat:%x00%x1ecommit%x00%H%x00%an%x00%ae%x00%aI%x00%s%x00',
];

/** The start of a `git log` whose commits are followed by what they changed; one more than `limit`, for `cutList`. */
export function logOfChanges(limit: number): string[] {
  return ['log', ...COMMIT_FORMAT, '--raw', '--numstat', '--find-renames', `--max-count=${limit + 1}`];
}

/** Splits the NUL-separated fields of a log into commits, each with the fields that follow it. */
export function parseCommits(fields: readonly string[]): { commit: Commit; rest: string[] }[] {
  const found: { commit: Commit; rest: string[] }[] = [];
  for (let i = 0; i < fields.length; ) {
    if (fields[i] === START && fields[i - 1] === '') {
      const [hash = '', author = '', email = '', time = '', subject = ''] = fields.slice(i + 1, i + 6);
      found.push({ commit: { hash, author, email, time, subject }, rest: [] });
      i += 6;
      continue;
    }
    const rest = found.at(-1)?.rest;
    // Between the message and what follows it git puts one newline.
    const text = rest?.length === 0 ? (fields[i] ?? '').replace(/^\n/, '') : (fields[i] ?? '');
    if (text !== '') rest?.push(text);
    i++;
  }
  return found;
}

/** The first `limit` of a list that was read one longer than needed. */
export function cutList<T extends Json>(list: readonly T[], limit: number): { list: readonly T[]; truncated: boolean } {
  return { list: list.slice(0, limit), truncated: list.length > limit };
}
