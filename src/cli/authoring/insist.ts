/** One question at a terminal, asked until its answer holds. It knows nothing of what is asked about. */

import { hung } from '../render/screen.ts';

/** Asks one question; undefined when the person has left. */
export type Ask = (question: string) => Promise<string | undefined>;

type About<T> = {
  /** What was said already, judged before anybody is asked. */
  readonly given?: T | undefined;
  /** What is wrong with what was said before. */
  readonly complaint?: string | undefined;
  /** What an empty answer means; without it there has to be one. */
  readonly otherwise?: string;
  readonly read: (answer: string) => T;
  readonly wrong: (value: T) => string | undefined;
};

/** The answer that holds; undefined when the person has left. */
export async function insist<T>(ask: Ask, text: string, about: About<T>): Promise<T | undefined> {
  let { given: value, complaint } = about;
  for (;;) {
    if (value !== undefined) {
      complaint = about.wrong(value);
      if (complaint === undefined) return value;
    }
    const answer = await ask(complaint === undefined ? `${text}: ` : `  ${hung(complaint, 4)}\n${text}: `);
    if (answer === undefined) return undefined;
    const said = answer.trim() === '' ? about.otherwise : answer.trim();
    value = said === undefined ? undefined : about.read(said);
    complaint = 'This needs an answer. Ctrl-D leaves, and what was said so far is kept.';
  }
}
