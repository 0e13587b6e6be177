/** Turns of phrase that steer a request: what follows comes next, too, first, last, is not wanted, must stay, and so on. */
import type { Lexicon } from './lexicon.ts';
import { spell, type Unit } from './unit.ts';

/** Kinds of cue that a snapshot knows; their places are stored in it. A guard holds a cue's words and is none. */
export const CUE_KINDS = [
  'guard',
  'sequence',
  'addition',
  'last',
  'first',
  'clause_and',
  'negation',
  'contrast',
  'ban',
  'preservation',
  'read_only_wish',
  'vague',
  'diagnosis',
] as const;
export type CueKind = (typeof CUE_KINDS)[number];

/** A cue over the units [from, to). */
export type Cue = { readonly kind: Exclude<CueKind, 'guard'>; readonly from: number; readonly to: number };

/** The cues of a row of units, from left to right, the longest at each place. One ideograph must be a word of its own. */
export function cuesOf(units: readonly Unit[], lexicon: Lexicon): Cue[] {
  const { text, starts, unitEnding } = spell(units, 'form');
  const cues: Cue[] = [];
  for (let at = 0; at < units.length; ) {
    let last = -1;
    let kind = 0;
    lexicon.cues(text, starts[at] as number, (end, found) => {
      const unit = unitEnding[end] as number;
      if (unit < 0) return;
      const { isHan, opens, closes } = units[at] as Unit;
      if (unit === at && isHan && !(opens && closes)) return;
      last = unit;
      kind = found;
    });
    const name = CUE_KINDS[kind];
    if (last >= 0 && name !== undefined && name !== 'guard') cues.push({ kind: name, from: at, to: last + 1 });
    at = last < 0 ? at + 1 : last + 1;
  }
  return cues;
}
