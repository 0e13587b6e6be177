/** The text of a guide on a screen: headings, lists and tables as such, and each capability as the command that is typed. */
import { fold, JOIN, widthOf } from './fold.ts';
import { cleanText, type Paint, type Screen } from './screen.ts';
import { GAP, table } from './table.ts';

/** How a body names a capability; one that the caller may not know of has no id there. */
const REFERENCE = /\{cap:([^{}\n]*)\}/g;
const ID = /^[a-z0-9_.]+$/;
/** Cells that the last column of a table has at least: what stands there is sentences. */
const SENTENCE = 40;

/** `body` as lines of at most the width of the screen, as far as words allow. */
export function guideText(body: string, screen: Screen, paint: Paint): string {
  const lines = withCommands(cleanText(body).trimEnd(), screen).split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const rows = tableAt(lines, at);
    if (rows.length < 2) shown.push(lineText(lines[at] as string, screen.columns, paint));
    else {
      shown.push(rowsText(rows, screen.columns, paint));
      at += rows.length - 1;
    }
  }
  const commands = /`cap [^`]*`/g;
  return shown
    .join('\n')
    .replaceAll(JOIN, ' ')
    .replace(commands, (command) => paint.cyan(command));
}

function withCommands(text: string, { command, isAction }: Screen): string {
  return text.replace(REFERENCE, (_whole, id: string) => {
    if (!ID.test(id)) return id;
    return `\`${command(isAction?.(id) === true ? `cap run ${id}` : `cap inspect ${id}`).replaceAll(' ', JOIN)}\``;
  });
}

/** A heading, or a line whose continuation stands below its own beginning. */
function lineText(line: string, columns: number, paint: Paint): string {
  const [, title] = /^#+ (.*)$/.exec(line) ?? [];
  if (title !== undefined) return paint.bold(fold(title, columns));
  const [mark = ''] = /^ *(?:[-*] |\d+\. )?/.exec(line) ?? [];
  const folded = fold(line.slice(mark.length), columns - mark.length);
  return `${mark}${folded.replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`.replace(
    /\*\*([^*\n]+)\*\*/g,
    (_, text: string) => paint.bold(text),
  );
}

/** The rows of the table that begins here, with the line below its head. */
function tableAt(lines: readonly string[], at: number): string[] {
  const end = lines.findIndex((line, i) => i >= at && !line.startsWith('|'));
  return lines.slice(at, end < 0 ? lines.length : end);
}

/** As columns where these fit, else a row a paragraph. */
function rowsText(lines: readonly string[], columns: number, paint: Paint): string {
  const [head = [], ...rows] = lines.filter((line) => !/^\|[-| :]+\|$/.test(line)).map(cellsOf);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ''))));
  const fixed = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  if (fixed + SENTENCE <= columns) {
    const even = rows.map((row) => head.map((_, column) => row[column] ?? ''));
    return table(head, even, columns, (text, _column, row) => (row < 0 ? paint.dim(text) : text));
  }
  return rows.map((row) => lineText(`- ${row.join(': ')}`, columns, paint)).join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
