/** A refusal for a person: what was wrong, what was expected, what to do next, and whether anything was executed. */
import type { ErrorResponse } from '../../contract/error.v1.ts';
import { shellLine, shellWord } from '../shell-words.ts';
import { clean, cleanText, hung, type Paint, paintFor, type Rendered, type Screen } from './screen.ts';

type ErrorBody = ErrorResponse['error'];

/** What helps next, where the help of the command is not the best place. */
const NEXT: Partial<Readonly<Record<ErrorBody['reason'], string>>> = {
  catalog_changed: 'search again; the new answer has the new hashes',
  snapshot_missing: 'cap catalog build DIRECTORY -o FILE, or leave --snapshot and CAP_SNAPSHOT away',
  snapshot_damaged: 'cap catalog build DIRECTORY -o FILE makes it anew',
  snapshot_version: 'cap catalog build DIRECTORY -o FILE makes it anew',
  snapshot_fingerprint: 'cap catalog build DIRECTORY -o FILE makes it anew',
  state_unavailable: 'set CAP_STATE_DIR to a directory that you can write',
};

/** How an argument is expected that a schema does not let be left out. */
const REQUIRED = 'required: ';

/** A message that ends with the command that says more. */
const SEE = /See (cap [a-z ]+)\.$/;

export function renderError({ error }: ErrorResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.err);
  const lines = [...problemLines(error, screen, paint)];
  const again = error.reason === 'interrupted' ? screen.again?.line : undefined;
  const found = error.reason === 'unknown_capability' ? screen.command(lookFor(error)) : undefined;
  lines.push(
    `  next: ${screen.next ?? again ?? found ?? SEE.exec(error.message)?.[1] ?? NEXT[error.reason] ?? screen.help}`,
  );
  lines.push(paint.bold(error.executed ? 'It was executed.' : 'Nothing was executed.'));
  return { stream: 'err', text: `${lines.join('\n')}\n` };
}

/** Of a capability that is not there: the one that was meant, else a search for the words that were said. */
function lookFor({ did_you_mean: meant, received = '' }: ErrorBody): string {
  if (meant !== undefined) return `cap inspect ${shellWord(clean(meant))}`;
  const words = clean(received)
    .split('.')
    .filter((word) => word !== '' && !word.startsWith('-'));
  return words.length === 0 ? 'cap list' : `cap search ${shellLine(words)}`;
}

/** One problem; examples are left to the help, as a request's JSON is not what a person typed. */
export function problemLines(error: ErrorBody, screen: Screen, paint: Paint): string[] {
  const { reason, path, expected, received, did_you_mean: meant } = error;
  // The closing line of the answer says it.
  const told = error.executed ? error.message : error.message.replace(/ Nothing was executed(?: now)?\.$/, '');
  const option = path === undefined || path === '' ? undefined : screen.optionAt(path);
  const place = path === '' ? undefined : (option ?? path);
  // A place in the request is nothing that a person has typed.
  const message = option === undefined ? told : told.replace(`${path}: `, '');
  if (option !== undefined && received === 'nothing' && expected?.startsWith(REQUIRED) === true) {
    const wanted = expected.slice(REQUIRED.length);
    return [`${paint.red(reason)}: ${clean(option)} is missing${wanted === '' ? '' : `: ${clean(wanted)}`}`];
  }
  const details = [
    ['at', place],
    ['expected', expected],
    ['received', received],
    ['did you mean', meant],
  ] as const;
  return [
    `${paint.red(reason)}: ${hung(cleanText(message), 4)}`,
    ...details.flatMap(([title, text]) =>
      text === undefined || (title !== 'at' && saysToo(message, title, text)) ? [] : [`  ${title}: ${clean(text)}`],
    ),
  ];
}

/** Whether a message has said it already, in these very words. */
function saysToo(message: string, title: string, text: string): boolean {
  return message.includes(`${title} ${text}`);
}
