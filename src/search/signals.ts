/**
 * The TABLE of ranking signals beside the lexical score: each is one pure function in signals/, in the order in which
 * they are explained. A signal that does not pay for itself on held-out catalogs is not in it.
 */
import type { Signal } from './signal.ts';
import { constraint } from './signals/constraint.ts';
import { coverage } from './signals/coverage.ts';
import { intent } from './signals/intent.ts';
import { length } from './signals/length.ts';
import { likeness } from './signals/likeness.ts';
import { opposite } from './signals/opposite.ts';
import { pack } from './signals/pack.ts';
import { question } from './signals/question.ts';
import { things } from './signals/things.ts';

export type Signals = readonly Signal[];

export const SIGNALS: Signals = [
  { name: 'coverage', weigh: coverage },
  { name: 'intent', weigh: intent },
  { name: 'opposite', weigh: opposite },
  { name: 'question', weigh: question },
  { name: 'length', weigh: length },
  { name: 'pack', weigh: pack, isOfPack: true },
  { name: 'likeness', weigh: likeness },
  { name: 'constraint', weigh: constraint },
  { name: 'things', weighClosely: things },
];
