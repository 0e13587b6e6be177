/** What the analyzer needs from a concept lexicon. Where it comes from, and how it is stored, is not known here. */

import type { ConceptKind } from './layout.ts';

/** Called with a concept's number and its share in quarters, 1 … 4. */
export type VisitConcept = (concept: number, share: number) => void;

/** Called with the end of a key that was met (exclusive, in the text that was looked at) and its meaning's number. */
export type VisitMeaning = (end: number, meaning: number) => void;

export interface Lexicon {
  /** The surfaces that begin at text[start], as they are written, shortest first. */
  forms(text: string, start: number, visit: VisitMeaning): void;
  /** The English surfaces that begin at text[start], by their stems, shortest first. */
  stems(text: string, start: number, visit: VisitMeaning): void;
  /** The concepts of a meaning: one in full, several where the surface is ambiguous, and the parts of a compound. */
  concepts(meaning: number, visit: VisitConcept): void;
  /** The cues that begin at text[start], as they are written, shortest first, with their place in CUE_KINDS. */
  cues(text: string, start: number, visit: (end: number, kind: number) => void): void;
  /** The family of verbs that a concept belongs to (all ways of saying "delete" are one), from 1; 0 for no verb. */
  family(concept: number): number;
  kind(concept: number): ConceptKind;
  /** What a family of verbs usually does. */
  effect(family: number): FamilyEffect;
  /** The families that undo what this one does: whoever asks for the one does not want the other. */
  opposites(family: number): readonly number[];
}

export type FamilyEffect = 'read' | 'write' | 'destructive';

/** For catalogs without a lexicon: no concepts. */
export const NO_LEXICON: Lexicon = {
  forms: () => {},
  stems: () => {},
  concepts: () => {},
  cues: () => {},
  family: () => 0,
  kind: () => 'noun',
  effect: () => 'read',
  opposites: () => [],
};
