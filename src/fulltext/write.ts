/** Builds the full-text index: documents → counts → weights → whole-number impacts in their sections. Knows no storage. */
import type { Token } from '../text/token.ts';
import type { NumericSection } from '../text/views.ts';
import { type Counts, countTerms } from './count.ts';
import type { FieldedDocument } from './fields.ts';
import {
  docWidth,
  LEXICAL_SHAPE,
  POSTINGS_ALIGNMENT,
  POSTINGS_DATA,
  POSTINGS_STARTS,
  postingBytes,
  TERMS_TABLE,
} from './layout.ts';
import { lengthSection } from './lengths.ts';
import { RANKING, type RankingConfig } from './ranking-config.ts';
import { buildStringTable } from './string-table.ts';
import { type Weights, weighTerms } from './weigh.ts';

/** The largest impact of an index; all others are in proportion to it. */
export const MAX_IMPACT = 0xffff;

/**
 * The sections of an index over documents, whose places become their numbers. `analyze` must be the analyzer that queries
 * go through. Same input, same bytes, on every machine.
 */
export function buildLexical(
  documents: readonly FieldedDocument[],
  analyze: (text: string) => readonly Token[],
  config: RankingConfig = RANKING,
): NumericSection[] {
  const counts = countTerms(documents, analyze, config.fields);
  return lexicalSections(counts, weighTerms(counts, config));
}

/** The sections of an index whose terms are weighed already: the largest weight becomes MAX_IMPACT. */
export function lexicalSections(counts: Counts, weights: Weights): NumericSection[] {
  const documents = counts.starts.length - 1;
  const width = docWidth(documents);
  const order = termsByKey(counts.keys);
  return [
    { name: LEXICAL_SHAPE, type: 'u32', data: Uint32Array.of(documents, width) },
    ...buildStringTable(
      TERMS_TABLE,
      order.map((term) => counts.keys[term] as string),
    ),
    ...postingSections(counts, weights, order, width),
    lengthSection(counts),
  ];
}

/** Numbers of the terms, ascending by key. */
function termsByKey(keys: readonly string[]): number[] {
  return keys
    .map((key, term) => ({ key, term }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ term }) => term);
}

function postingSections(counts: Counts, weights: Weights, order: readonly number[], width: 2 | 4): NumericSection[] {
  const starts = new Uint32Array(order.length + 1);
  /** By term number: where its postings begin (bytes), and how many are written. */
  const begins = new Float64Array(order.length);
  const written = new Uint32Array(order.length);
  let units = 0;
  order.forEach((term, id) => {
    begins[term] = units * POSTINGS_ALIGNMENT;
    units += Math.ceil(((counts.documentFrequencies[term] as number) * postingBytes(width)) / POSTINGS_ALIGNMENT);
    starts[id + 1] = units;
  });
  const data = new Uint8Array(units * POSTINGS_ALIGNMENT);
  const words = new Uint16Array(data.buffer);
  const scale = MAX_IMPACT / weights.weights.reduce((most, weight) => Math.max(most, weight), 0);
  for (let doc = 0; doc + 1 < weights.starts.length; doc++) {
    for (let i = weights.starts[doc] as number; i < (weights.starts[doc + 1] as number); i++) {
      const term = weights.terms[i] as number;
      const df = counts.documentFrequencies[term] as number;
      const begin = begins[term] as number;
      const nth = written[term] as number;
      written[term] = nth + 1;
      const docAt = (begin + nth * width) / 2;
      words[docAt] = doc & 0xffff;
      if (width === 4) words[docAt + 1] = doc >>> 16;
      words[(begin + df * width) / 2 + nth] = quantise((weights.weights[i] as number) * scale);
      data[begin + df * (width + 2) + nth] = weights.masks[i] as number;
    }
  }
  return [
    { name: POSTINGS_STARTS, type: 'u32', data: starts },
    { name: POSTINGS_DATA, type: 'u8', data },
  ];
}

/** Rounds half up; 1 at least, so that a term that stands in a document always matches it. */
function quantise(impact: number): number {
  return Math.max(1, Math.min(MAX_IMPACT, Math.floor(impact + 0.5)));
}
