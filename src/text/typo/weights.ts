/** What a slip weighs: the smaller, the more easily it is made. */

/** A swap of neighbours, and a letter doubled or not doubled: the slips of fingers. */
export const SLIP = 4;
/** A letter for another that sounds alike: the slips of the ear. */
const SOUND = 5;
/** Any other insertion, deletion or substitution of one letter. */
export const EDIT = 6;

/** Letters that are written for each other by ear. */
const LIKE = ['aeiouy', 'ck', 'cs', 'sz', 'kq', 'gj', 'fv', 'mn', 'dt', 'bp'];

/** What it weighs to write one letter for another. */
export function substitution(written: string, meant: string): number {
  if (written === meant) return 0;
  return LIKE.some((group) => group.includes(written) && group.includes(meant)) ? SOUND : EDIT;
}
