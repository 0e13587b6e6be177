/** What the terminal of this process can show. Knows no answers. */
import { isatty } from 'node:tty';

export type TerminalFacts = {
  readonly interactive: boolean;
  readonly columns: number;
  readonly colour: { readonly out: boolean; readonly err: boolean };
};

/** Width where none is known: what terminals have had since punched cards. */
const DEFAULT_COLUMNS = 80;

/** Where a person is asked, on stderr: stdout may go elsewhere. */
export function questionColumns(): number {
  const columns = isatty(2) ? process.stderr.columns : DEFAULT_COLUMNS;
  return columns > 0 ? columns : DEFAULT_COLUMNS;
}

/** Colours are for terminals that can, unless NO_COLOR holds anything (no-color.org). */
export function terminalFacts(): TerminalFacts {
  const { NO_COLOR: noColour = '', TERM: term = '' } = process.env;
  const allowed = noColour === '' && term !== 'dumb';
  const interactive = isatty(1);
  const columns = interactive ? process.stdout.columns : DEFAULT_COLUMNS;
  return {
    interactive,
    columns: columns > 0 ? columns : DEFAULT_COLUMNS,
    colour: { out: allowed && interactive, err: allowed && isatty(2) },
  };
}
