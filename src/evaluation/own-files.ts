/** How the files of a measurement begin: only what begins like that is replaced by another. Pure: it knows no files. */

type Begins = (start: string) => boolean;

/** A report of this version, as it is written: indented by one. Nothing at all is a report of nothing. */
export function isReport(version: 'eval-report.v1' | 'replay-report.v1'): Begins {
  return (start) => start === '' || start.startsWith(`{\n "version": "${version}",\n`);
}

/** The title of a page. */
export const PAGE_TITLE = 'Search evaluation:';

export const isPage: Begins = (start) =>
  start === '' || (start.startsWith('<!doctype html>\n') && start.includes(`<title>${PAGE_TITLE}`));

/** `qid, rank, id`: the first line has the first rank. */
export const isRunFile: Begins = (start) => start === '' || /^[^\t\n]+\t1\t[^\t\n]+\n/.test(start);
