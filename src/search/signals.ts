/**
 * The TABLE of ranking signals beside the lexical score: each is one pure function in signals/, in the order in which
 * they are explained. A signal that does not pay for itself on held-out catalogs is not in it.
 */
import type { Query } from './query.ts';
import type { Signal } from './signal.ts';
import { constrains, constraint } from './signals/constraint.ts';
import { coverage } from './signals/coverage.ts';
import { intent } from './signals/intent.ts';
import { length, SHORT_UNITS } from './signals/length.ts';
import { likeness } from './signals/likeness.ts';
import { opposite } from './signals/opposite.ts';
import { mayTurn, order } from './signals/order.ts';
import { pack } from './signals/pack.ts';
import { question } from './signals/question.ts';
import { things } from './signals/things.ts';

export type Signals = readonly Signal[];

export const SIGNALS: Signals = [
  { name: 'coverage', applies: ({ terms }) => terms.length > 1, weigh: coverage },
  { name: 'intent', applies: ({ families }) => families.length > 0, weigh: intent },
  { name: 'opposite', applies: ({ undoing }) => undoing.length > 0, weigh: opposite },
  { name: 'question', applies: ({ isQuestion }) => isQuestion, weigh: question },
  { name: 'length', applies: ({ units }) => units > SHORT_UNITS, weigh: length },
  { name: 'pack', weigh: pack, isOfPack: true },
  { name: 'likeness', weigh: likeness },
  { name: 'constraint', applies: ({ constraints }) => constrains(constraints), weigh: constraint },
  { name: 'things', weighClosely: things },
  { name: 'order', applies: mayTurn, weighClosely: order },
];

/** Those of them that can weigh anything for this query. */
export function signalsFor(query: Query, signals: Signals = SIGNALS): Signals {
  return signals.filter(({ applies }) => applies === undefined || applies(query));
}
