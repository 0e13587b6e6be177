/** Small facts about a file that several tools show alike: order, times, modes. It knows no tool. */
import type { Stats } from 'node:fs';
import { ToolFailure } from '../tool.ts';

/** Order by code unit, the same on every machine. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** ISO 8601 in UTC to the second. */
export function isoTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** "0644" */
export function octalMode(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

/** "-rw-r--r--", with s and t where they stand. */
export function symbolicMode(stat: Stats): string {
  const kind = stat.isDirectory()
    ? 'd'
    : stat.isSymbolicLink()
      ? 'l'
      : stat.isSocket()
        ? 's'
        : stat.isFIFO()
          ? 'p'
          : stat.isCharacterDevice()
            ? 'c'
            : stat.isBlockDevice()
              ? 'b'
              : '-';
  const { mode } = stat;
  const triple = (shift: number, special: boolean, letter: string): string => {
    const bits = (mode >> shift) & 7;
    const x = special ? ((bits & 1) === 0 ? letter.toUpperCase() : letter) : (bits & 1) === 0 ? '-' : 'x';
    return `${(bits & 4) === 0 ? '-' : 'r'}${(bits & 2) === 0 ? '-' : 'w'}${x}`;
  };
  const special = (bit: number): boolean => (mode & bit) !== 0;
  return kind + triple(6, special(0o4000), 's') + triple(3, special(0o2000), 's') + triple(0, special(0o1000), 't');
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Milliseconds of a date or time as people write it; local time when no zone is given. */
export function readMoment(value: string, name: string): number {
  const iso = value.trim().replace(' ', 'T');
  // A date alone would be read as UTC; a person means the day where they are.
  const time = MOMENT.test(value.trim()) ? Date.parse(iso.length === 10 ? `${iso}T00:00:00` : iso) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new ToolFailure(
      `argument "${name}" is not a moment such as 2026-01-31 or 2026-01-31T08:00:00Z: ${value}`,
      'invalid_arguments',
    );
  }
  return time;
}
