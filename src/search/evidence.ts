/**
 * How well one document answers a query, in per mille and free of the catalog's size: what of the query it has, and how
 * it compares with the document's own texts. It judges nothing.
 */
import { FIELDS, type FieldName } from '../fulltext/fields.ts';
import { holdingOf } from '../fulltext/holding.ts';
import { FLAGS } from '../snapshot/columns.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { hasHan } from '../text/characters.ts';
import type { Query } from './query.ts';
import { coverOf } from './things.ts';

export type Evidence = {
  /** Share of what the query speaks of that the document has anywhere. */
  readonly covered: number;
  /** The same where it says what it is: not in a description, a parameter or a situation. */
  readonly coveredInHead: number;
  /** How strongly it is met, against the usual strength of its own title, aliases and summary; at most 2000. */
  readonly likeness: number;
  /** Share of what the query speaks of that the lexicon knows and no document of the catalog has. */
  readonly foreign: number;
  /** How much is spoken of, from 0 towards 1000: who says much says more that no text repeats. */
  readonly size: number;
};

/** Evidence, and what of the query the document has nothing of, in the query's words. */
export type Findings = { readonly evidence: Evidence; readonly missing: readonly string[] };

const HEAD: readonly FieldName[] = ['identity', 'title', 'summary', 'aliases', 'keywords'];
const HEAD_MASK = FIELDS.filter(({ name }) => HEAD.includes(name)).reduce((mask, { bit }) => mask | (1 << bit), 0);
const MOST_LIKENESS = 2000;
/** Four concepts: the size that counts half. */
const HALF_SIZE = 400;

export function evidenceOf(query: Query, doc: number, snapshot: Snapshot): Findings {
  const language = hasHan(query.text) ? 'zh' : 'en';
  const speaks = (snapshot.columns.flags.at(doc) & (language === 'zh' ? FLAGS.HAS_ZH : FLAGS.HAS_EN)) !== 0;
  const terms = speaks ? query.terms : query.terms.filter(({ isConcept }) => isConcept);
  const { masks, strength } = holdingOf(snapshot.lexical, doc, terms);
  let total = 0;
  let covered = 0;
  let inHead = 0;
  let foreign = 0;
  const missing: string[] = [];
  for (const thing of query.things) {
    const cover = coverOf(thing, (term) => masks.has(term));
    total += thing.weight;
    covered += thing.weight * cover;
    if (cover === 0 && thing.isTopic) missing.push(query.normal.slice(thing.start, thing.end));
    inHead += thing.weight * coverOf(thing, (term) => ((masks.get(term) ?? 0) & HEAD_MASK) !== 0);
    if (thing.isConcept && coverOf(thing, () => true) < 500) foreign += 1000 * thing.weight;
  }
  const usual = usualStrength(doc, language, snapshot);
  const evidence = {
    covered: Math.floor(covered / Math.max(1, total)),
    coveredInHead: Math.floor(inHead / Math.max(1, total)),
    likeness: usual === 0 ? 0 : Math.min(MOST_LIKENESS, Math.floor((1000 * strength) / usual)),
    foreign: Math.floor(foreign / Math.max(1, total)),
    size: Math.floor((1000 * total) / (total + HALF_SIZE)),
  };
  return { evidence, missing };
}

/** How strongly a document's own texts meet it; 0 where it has none, and in a snapshot that was never calibrated. */
function usualStrength(doc: number, language: 'zh' | 'en', { sections }: Snapshot): number {
  const name = `column.usual_${language}`;
  return sections.has(name) ? sections.numbers(name).at(doc) : 0;
}
