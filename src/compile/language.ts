/** The sections of words and concepts as the compiler reads them, before any snapshot holds them. */
import { openDictionary } from '../text/dictionary/open.ts';
import { type Lexicon, NO_LEXICON } from '../text/lexicon/lexicon.ts';
import { openLexicon } from '../text/lexicon/open.ts';
import { NO_DICTIONARY, type Segmenter } from '../text/segmenter.ts';
import { type NumericSection, plainView } from '../text/views.ts';

/** Cuts Han runs with the dictionary among the sections; without one there are no Han words. */
export function segmenterOf(sections: readonly NumericSection[] = []): Segmenter {
  if (!sections.some(({ name }) => name === 'dictionary.trie')) return NO_DICTIONARY;
  const view = (name: string) => viewOf(sections, name);
  return openDictionary({
    trie: view('dictionary.trie'),
    weights: view('dictionary.weights'),
    simplified: view('dictionary.simplified'),
  });
}

/** The lexicon among the sections; without one there are no concepts. */
export function lexiconOf(sections: readonly NumericSection[] = []): Lexicon {
  if (!sections.some(({ name }) => name === 'lexicon.forms')) return NO_LEXICON;
  const view = (name: string) => viewOf(sections, name);
  return openLexicon({
    forms: view('lexicon.forms'),
    stems: view('lexicon.stems'),
    starts: view('lexicon.starts'),
    concepts: view('lexicon.concepts'),
    cues: view('lexicon.cues'),
    families: view('lexicon.families'),
    effects: view('lexicon.effects'),
    kinds: view('lexicon.kinds'),
    opposites: view('lexicon.opposites'),
  });
}

function viewOf(sections: readonly NumericSection[], name: string) {
  const section = sections.find((one) => one.name === name);
  if (section === undefined) throw new RangeError(`the dictionary lacks the section ${name}`);
  return plainView(section.data);
}
