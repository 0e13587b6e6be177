/** A person's yes at a terminal: the word that has to be typed, or a refusal that says why there is none. */
import { type Refusal, refuse } from '../reason/refusal.ts';

/** What became of a question: a line, the end of the input (Ctrl-D), Ctrl-C, or nobody at a terminal to be asked. */
export type Asked =
  | { readonly kind: 'typed'; readonly line: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'nobody' };

type Words = {
  readonly question: string;
  /** What is typed to say yes. */
  readonly wanted: string;
  /** What holds without it: "Not trusted, and nothing was changed". */
  readonly otherwise: string;
  /** Said where no person can be asked. */
  readonly nobody: Refusal;
};

/** Undefined: the word was typed. */
export async function takeWord(
  ask: (question: string) => Promise<Asked>,
  { question, wanted, otherwise, nobody }: Words,
): Promise<Refusal | undefined> {
  const asked = await ask(question);
  switch (asked.kind) {
    case 'nobody':
      return nobody;
    case 'ended':
      return refuse('denied', { message: `${otherwise}: the input ended before the word was typed.` });
    case 'interrupted':
      return refuse('interrupted', { message: `${otherwise}.` });
    case 'typed': {
      const line = asked.line.trim();
      if (line === wanted.trim()) return undefined;
      const what = line === '' ? 'nothing' : 'something else';
      return refuse('denied', { message: `${otherwise}: ${what} was typed.`, expected: wanted.trim() });
    }
  }
}
