/** Opens the lexicon's sections: no work at start-up, every number is read where it stands. */
import { Trie } from '../trie/read.ts';
import type { IntView } from '../views.ts';
import { CONCEPT_KINDS, FAMILY_EFFECTS, SHARES_PER_CONCEPT } from './layout.ts';
import type { Lexicon } from './lexicon.ts';

/** The views of the sections that layout.ts names. */
export type LexiconViews = {
  readonly forms: IntView;
  readonly stems: IntView;
  readonly starts: IntView;
  readonly concepts: IntView;
  readonly cues: IntView;
  readonly families: IntView;
  readonly effects: IntView;
  readonly kinds: IntView;
  readonly opposites: IntView;
};

/** Constant time; nothing of the views is read before the first word. */
export function openLexicon(views: LexiconViews): Lexicon {
  const forms = new Trie(views.forms);
  const stems = new Trie(views.stems);
  const cues = new Trie(views.cues);
  return {
    forms: (text, start, visit) => forms.prefixes(text, start, text.length, visit),
    stems: (text, start, visit) => stems.prefixes(text, start, text.length, visit),
    concepts: (meaning, visit) => {
      const end = views.starts.at(meaning + 1);
      for (let i = views.starts.at(meaning); i < end; i++) {
        const entry = views.concepts.at(i);
        visit(Math.floor(entry / SHARES_PER_CONCEPT), (entry % SHARES_PER_CONCEPT) + 1);
      }
    },
    cues: (text, start, visit) => cues.prefixes(text, start, text.length, visit),
    family: (concept) => views.families.at(concept),
    kind: (concept) => CONCEPT_KINDS[views.kinds.at(concept)] ?? 'noun',
    effect: (family) => FAMILY_EFFECTS[views.effects.at(family - 1)] ?? 'read',
    opposites: (family) => {
      const found: number[] = [];
      for (let at = 0; at + 1 < views.opposites.length; at += 2) {
        if (views.opposites.at(at) === family) found.push(views.opposites.at(at + 1));
      }
      return found;
    },
  };
}
