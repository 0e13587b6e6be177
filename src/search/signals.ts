/**
 * The TABLE of ranking signals beside the lexical score: each is one pure function in signals/, in the order in which
 * they are explained. A signal that does not pay for itself on held-out catalogs is not in it.
 */
import type { Weigh } from './signal.ts';
import { constraint } from './signals/constraint.ts';
import { coverage } from './signals/coverage.ts';
import { intent } from './signals/intent.ts';
import { length } from './signals/length.ts';
import { opposite } from './signals/opposite.ts';

export type Signals = readonly { readonly name: string; readonly weigh: Weigh }[];

export const SIGNALS: Signals = [
  { name: 'coverage', weigh: coverage },
  { name: 'intent', weigh: intent },
  { name: 'opposite', weigh: opposite },
  { name: 'length', weigh: length },
  { name: 'constraint', weigh: constraint },
];
