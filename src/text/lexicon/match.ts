/**
 * Finds the concepts of a text: at each unit the longest surface, from left to right. It knows units and a lexicon,
 * neither documents nor weights.
 */
import { conceptKey, type Token, TokenClass } from '../token.ts';
import type { Lexicon } from './lexicon.ts';
import { spell, type Unit } from './unit.ts';

/** The concept tokens of a row of units, positions ascending. A surface of function words alone gives none. */
export function conceptTokens(units: readonly Unit[], lexicon: Lexicon): Token[] {
  const tokens: Token[] = [];
  const forms = spell(units, 'form');
  const stems = units.every((unit) => unit.isHan) ? forms : spell(units, 'stem');
  for (let at = 0; at < units.length; ) {
    const first = units[at] as Unit;
    let last = -1;
    let meaning = -1;
    lexicon.forms(forms.text, forms.starts[at] as number, (end, found) => {
      const unit = forms.unitEnding[end] as number;
      if (unit < 0 || !stands(units, at, unit)) return;
      last = unit;
      meaning = found;
    });
    if (!first.isHan) {
      lexicon.stems(stems.text, stems.starts[at] as number, (end, found) => {
        const unit = stems.unitEnding[end] as number;
        // Of two surfaces of one length the one as written wins.
        if (unit <= last) return;
        last = unit;
        meaning = found;
      });
    }
    if (last < 0) {
      at++;
      continue;
    }
    if (!units.slice(at, last + 1).every((unit) => unit.stop)) {
      const { end } = units[last] as Unit;
      lexicon.concepts(meaning, (concept, share) => {
        const term = conceptKey(concept);
        const { position, start } = first;
        tokens.push({ term, cls: TokenClass.CONCEPT, position, start, end, stop: false, share });
      });
    }
    at = last + 1;
  }
  return tokens;
}

/** An ideograph alone is a surface only where it is a word of its own: 周 in 下周 is none. */
function stands(units: readonly Unit[], from: number, to: number): boolean {
  const first = units[from] as Unit;
  return from < to || !first.isHan || (first.opens && first.closes);
}
