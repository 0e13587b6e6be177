/** Modes as people write them, octal or symbolic, applied to a mode that is there. */
import { ToolFailure } from '../tool.ts';

const WHO: Readonly<Record<string, number>> = { u: 0o4700, g: 0o2070, o: 0o1007 };
const CLAUSE = /^([ugoa]*)([-+=])([rwxXst]*)$/;

/** The mode that `change` makes of `mode` (12 bits). A class that is not named means all, as for "a". */
export function changeMode(change: string, mode: number, isDirectory: boolean): number {
  if (/^[0-7]{3,4}$/.test(change)) {
    // Three digits leave set-id and sticky bits of a directory as they are; a person who means them writes four.
    const kept = change.length === 3 && isDirectory ? mode & 0o7000 : 0;
    return Number.parseInt(change, 8) | kept;
  }
  return change.split(',').reduce((now, clause) => applyClause(clause, now, isDirectory), mode & 0o7777);
}

function applyClause(clause: string, mode: number, isDirectory: boolean): number {
  const match = CLAUSE.exec(clause);
  if (match === null) throw new ToolFailure(`"${clause}" is not a mode such as 644 or u+x`, 'invalid_arguments');
  const [, who = '', operator, letters = ''] = match;
  const classes = who === '' || who.includes('a') ? ['u', 'g', 'o'] : [...new Set(who)];
  const reach = classes.reduce((bits, one) => bits | WHO[one]!, 0);
  const bits = bitsOf(letters, mode, isDirectory) & reach;
  if (operator === '+') return mode | bits;
  if (operator === '-') return mode & ~bits;
  // "=" sets the permissions of the named classes; the special bits go only where they were not asked for.
  return (mode & ~(reach & (isDirectory ? 0o777 : 0o7777))) | bits;
}

function bitsOf(letters: string, mode: number, isDirectory: boolean): number {
  let bits = 0;
  if (letters.includes('r')) bits |= 0o444;
  if (letters.includes('w')) bits |= 0o222;
  // "X" is for what may be entered or is executable for somebody already.
  if (letters.includes('x') || (letters.includes('X') && (isDirectory || (mode & 0o111) !== 0))) bits |= 0o111;
  if (letters.includes('s')) bits |= 0o6000;
  if (letters.includes('t')) bits |= 0o1000;
  return bits;
}
