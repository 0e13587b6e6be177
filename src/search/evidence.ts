/**
 * How well one document answers a query, in per mille and free of the catalog's size: what of the query it has, and how
 * it compares with the document's own texts. It judges nothing.
 */
import { holdingOf } from '../fulltext/holding.ts';
import { FLAGS } from '../snapshot/columns.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { hasHan } from '../text/characters.ts';
import { HEAD_MASK } from './covered.ts';
import { isWithin } from './given-values.ts';
import type { Query } from './query.ts';
import { coverOf, isVerb, type Thing } from './things.ts';
import { usualStrengths } from './usual-strength.ts';

/** Shares and amounts in per mille, and what is so or not as 1000 or 0. */
export type Evidence = {
  /** Share of what the query speaks of that the document has anywhere. */
  readonly covered: number;
  /** The same where it says what it is: not in a description, a parameter or a situation. */
  readonly coveredInHead: number;
  /** How strongly it is met, against the usual strength of its own title, aliases and summary; at most 2000. */
  readonly likeness: number;
  /** How much is spoken of that the lexicon knows and no document of the catalog has: 1000 from two concepts on. */
  readonly foreign: number;
  /** How much is spoken of, from 0 towards 1000: who says much says more that no text repeats. */
  readonly size: number;
  /** The query names no object, only what to do and values: there is less that could be met. */
  readonly objectless: number;
  /** It names objects, and the document has none of them. */
  readonly objectMissed: number;
  /** It asks for a change: what only looks is often met by words alone. */
  readonly wantsChange: number;
  /** How well the document fits (fitOf). */
  readonly fit: number;
};

/** Evidence, and what of the query the document has nothing of, in the query's words. */
export type Findings = { readonly evidence: Evidence; readonly missing: readonly string[] };

const MOST_LIKENESS = 2000;
/** Four concepts: the size that counts half. */
const HALF_SIZE = 400;
/** Two concepts. */
const MOST_FOREIGN = 200;
/** A concept that is more than a qualifier weighs as much (search/things.ts). */
const OBJECT_WEIGHT = 100;
/** A name that somebody gave something counts for nothing where it is not met: no text could hold it. */
const NAME_WEIGHT = 1;

export function evidenceOf(query: Query, doc: number, snapshot: Snapshot): Findings {
  const language = hasHan(query.text) ? 'zh' : 'en';
  const speaks = (snapshot.columns.flags.at(doc) & (language === 'zh' ? FLAGS.HAS_ZH : FLAGS.HAS_EN)) !== 0;
  const terms = speaks ? query.terms : query.terms.filter(({ isConcept }) => isConcept);
  const { masks, strength } = holdingOf(snapshot.lexical, doc, terms);
  const { lexicon } = snapshot;
  let [total, covered, inHead, foreign, objects, objectsMet] = [0, 0, 0, 0, 0, 0];
  const missing: string[] = [];
  for (const thing of query.things) {
    const cover = coverOf(thing, (term) => masks.has(term));
    const weight = weightOf(thing, cover, query);
    total += weight;
    covered += weight * cover;
    inHead += weight * coverOf(thing, (term) => ((masks.get(term) ?? 0) & HEAD_MASK) !== 0);
    if (cover === 0 && thing.isTopic) missing.push(query.normal.slice(thing.start, thing.end));
    if (!thing.isConcept) continue;
    if (coverOf(thing, () => true) < 500) foreign += weight;
    if (thing.weight < OBJECT_WEIGHT || isVerb(thing, query.concepts, lexicon)) continue;
    objects += 1;
    if (cover > 0) objectsMet += 1;
  }
  const usual = usualStrengths(language, snapshot)?.at(doc) ?? 0;
  const had = Math.floor(covered / Math.max(1, total));
  const likeness = usual === 0 ? 0 : Math.min(MOST_LIKENESS, Math.floor((1000 * strength) / usual));
  const evidence = {
    covered: had,
    coveredInHead: Math.floor(inHead / Math.max(1, total)),
    likeness,
    foreign: Math.floor((1000 * Math.min(MOST_FOREIGN, foreign)) / MOST_FOREIGN),
    size: Math.floor((1000 * total) / (total + HALF_SIZE)),
    objectless: objects === 0 ? 1000 : 0,
    objectMissed: objects > 0 && objectsMet === 0 ? 1000 : 0,
    wantsChange: query.families.some((family) => lexicon.effect(family) !== 'read') ? 1000 : 0,
    fit: fitOf(had, likeness),
  };
  return { evidence, missing };
}

/**
 * How well a text fits: the harmonic mean of the share of the query that it has and of how much of itself is said, all in
 * per mille. Either alone is cheap: a long text has every word, a short one is said in passing.
 */
export function fitOf(covered: number, likeness: number): number {
  const said = Math.min(1000, likeness);
  return Math.floor((2 * covered * said) / Math.max(1, covered + said));
}

/** How much a thing counts where it is held by so much (per mille). */
export function weightOf(thing: Thing, cover: number, query: Query): number {
  return cover === 0 && isGiven(thing, query) ? NAME_WEIGHT : thing.weight;
}

/** A value, or a strange word with a capital inside of the text: the name of a person, a product, a place. */
function isGiven(thing: Thing, { normal, values }: Query): boolean {
  if (!thing.isConcept && thing.start > 0 && isCapital(normal.charCodeAt(thing.start))) return true;
  return isWithin(values, thing);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}
