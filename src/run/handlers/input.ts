/** What a program gets on its stdin, as a person is shown it before it is done: the start of it, masked like all arguments. */

import type { ProgramCall } from '../../capability/capability.ts';
import { inputText } from '../argv.ts';
import type { HandlerCall } from './prepared.ts';

/** `text` is all of it, or its start where `omitted_characters` are left out. */
export type ShownInput = { readonly text: string; readonly omitted_characters?: number };

/** A person reads the first lines; what is longer is known by its length. */
const LINES = 8;
const CHARACTERS = 600;

/** Undefined where it gets none. */
export function shownInput(handler: Pick<ProgramCall, 'stdin'>, { shown }: HandlerCall): ShownInput | undefined {
  const whole = inputText(handler, shown);
  if (whole === undefined) return undefined;
  const lines = whole.slice(0, CHARACTERS).split('\n').slice(0, LINES).join('\n');
  const text = lines.toWellFormed();
  return text.length === whole.length ? { text } : { text, omitted_characters: whole.length - text.length };
}

/** In one line: line ends and quotes are escaped. */
export function wordsOfInput(input: ShownInput | undefined): string {
  if (input === undefined) return '';
  const { text, omitted_characters: omitted } = input;
  const rest = omitted === undefined ? '' : ` and ${omitted} characters more`;
  return ` with ${JSON.stringify(text)}${rest} on its stdin`;
}
