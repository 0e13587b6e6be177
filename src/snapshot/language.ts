/** What a snapshot knows of language, taken out whole: to compile another catalog with the same words and concepts. */
import { DICTIONARY_SECTIONS } from '../text/dictionary/layout.ts';
import { LEXICON_SECTIONS } from '../text/lexicon/layout.ts';
import { TYPO_SECTIONS } from '../text/typo/layout.ts';
import type { NumericSection } from '../text/views.ts';
import { ELSEWHERE_SECTIONS } from './elsewhere.ts';
import type { Snapshot } from './read.ts';

const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const;
type StoredType = keyof typeof ARRAYS;

/** A copy of these sections, number by number: the views check each block that they touch. */
export function languageOf({ sections }: Pick<Snapshot, 'sections'>): NumericSection[] {
  const names = [...DICTIONARY_SECTIONS, ...TYPO_SECTIONS, ...LEXICON_SECTIONS].map(({ name }) => name);
  return [...names, ...ELSEWHERE_SECTIONS]
    .filter((name) => sections.has(name))
    .map((name) => {
      const type = sections.type(name) as StoredType;
      const view = sections.numbers(name);
      const data = new ARRAYS[type](view.length);
      for (let at = 0; at < view.length; at += 1) data[at] = view.at(at);
      return { name, type, data } as NumericSection;
    });
}
