/** What a renderer may know of the screen, and the paints it draws with. Text from outside passes `clean` first. */
import pico from 'picocolors';
import { harmless } from '../../contract/text-limits.ts';
import type { Again } from '../again.ts';
import type { PolicyCheck } from '../host.ts';

export type Screen = {
  /** Width in cells. */
  readonly columns: number;
  readonly colour: { readonly out: boolean; readonly err: boolean };
  /** The option or word behind a place of the request. */
  readonly optionAt: (pointer: string) => string | undefined;
  /** The command whose help says more. */
  readonly help: string;
  /** A command line of cap over the catalog that answered: with --snapshot, where that was given. */
  readonly command: (line: string) => string;
  /** Whether this is the id of an action of that catalog. */
  readonly isAction?: ((id: string) => boolean) | undefined;
  /** The call that was typed, without its confirmation. */
  readonly again?: Again | undefined;
  /** The policy files that hold here, where the answer may come from one of them. */
  readonly policyFiles?: PolicyCheck['files'] | undefined;
  /** What comes next, where the command knows it. */
  readonly next?: string | undefined;
};

export type Rendered = { readonly stream: 'out' | 'err'; readonly text: string };

export type Paint = ReturnType<typeof paintFor>;

/** Paints that do nothing without colour. */
export function paintFor(colour: boolean) {
  const { bold, dim, red, yellow, green, cyan } = pico.createColors(colour);
  return { bold, dim, red, yellow, green, cyan };
}

/**
 * A name, a value or a sentence from outside, on one line, without anything that could move the cursor or turn the line: a
 * file whose name holds a newline forges no line of ours.
 */
export function clean(text: string): string {
  return harmless(text.replaceAll('\t', '    '), Number.MAX_SAFE_INTEGER);
}

/** The same of a whole text, whose lines stay: for what stands alone, or with `hung` beside something of ours. */
export function cleanText(text: string): string {
  return text.split('\n').map(clean).join('\n');
}

/** Its further lines set in by `cells`, so that none of them begins where a line of ours would. */
export function hung(text: string, cells: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(cells)}`);
}

/** How strong an effect is, by colour: reading is calm, what cannot be undone is not. */
export function effectPaint(sideEffect: string | undefined, paint: Paint): string {
  if (sideEffect === undefined) return '';
  if (sideEffect === 'R') return paint.green(sideEffect);
  return sideEffect === 'I' ? paint.red(sideEffect) : paint.yellow(sideEffect);
}
