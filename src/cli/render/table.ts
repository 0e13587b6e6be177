/** A table as wide as the screen at most: the last column is folded, so that no row is cut. */
import Table from 'cli-table3';
import { fold, widthOf } from './fold.ts';

/** Cells between two columns: lines between them cost width and tell nothing. */
export const GAP = 2;

const BARE = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((name) => [name, name === 'middle' ? ' '.repeat(GAP) : '']),
);

/** The last column never gets narrower than this, even where the screen is. */
export const NARROWEST = 24;

export type Row = readonly string[];

/** `paintCell` colours a cell after its width is known. */
export function table(
  head: Row,
  rows: readonly Row[],
  columns: number,
  paintCell: (text: string, column: number, row: number) => string = (text) => text,
): string {
  const last = head.length - 1;
  const taken = head.slice(0, last).reduce((sum, title, column) => {
    const widest = Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column] ?? '')));
    return sum + widest + GAP;
  }, 0);
  const room = Math.max(columns - taken, NARROWEST);
  const drawn = new Table({
    chars: BARE,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(head.map((title, column) => paintCell(title, column, -1)));
  rows.forEach((row, index) => {
    drawn.push(
      row.map((cell, column) =>
        (column === last ? fold(cell, room) : cell)
          .split('\n')
          .map((line) => paintCell(line, column, index))
          .join('\n'),
      ),
    );
  });
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
