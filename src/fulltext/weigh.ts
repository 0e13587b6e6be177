/**
 * Second pass of indexing: from counts to the weight of every term in every document (BM25F over the field table). Plain
 * numbers in, plain numbers out; the order of all sums is fixed, so the result is too.
 */
import { SHARE_OF_WHOLE } from '../text/token.ts';
import type { Counts } from './count.ts';
import { ln, power } from './exact-math.ts';
import type { RankingConfig } from './ranking-config.ts';

/** One weight a (document, term), document by document; all arrays but `starts` are parallel. */
export type Weights = {
  readonly starts: readonly number[];
  /** Numbers of `counts.keys`. */
  readonly terms: Uint32Array;
  /** > 0. */
  readonly weights: Float64Array;
  readonly masks: Uint8Array;
};

export function weighTerms(counts: Counts, config: RankingConfig): Weights {
  const { fields, saturation } = config;
  const documents = counts.starts.length - 1;
  const termWeights = weightOfEachTerm(counts, documents, config);
  const averages = averageLengths(counts.lengths, documents, fields.length);
  const postings = counts.documentFrequencies.reduce((sum, df) => sum + df, 0);
  const terms = new Uint32Array(postings);
  const weights = new Float64Array(postings);
  const masks = new Uint8Array(postings);
  const starts = [0];
  /** Place of a term among the current document's postings, and in which document that was noted. */
  const placeOf = new Uint32Array(counts.keys.length);
  const notedIn = new Int32Array(counts.keys.length).fill(-1);
  let end = 0;
  for (let doc = 0; doc < documents; doc++) {
    const start = end;
    for (let i = counts.starts[doc] as number; i < (counts.starts[doc + 1] as number); i++) {
      const term = counts.terms[i] as number;
      if (notedIn[term] !== doc) {
        notedIn[term] = doc;
        placeOf[term] = end;
        terms[end++] = term;
      }
      const place = placeOf[term] as number;
      const index = counts.fields[i] as number;
      const { weight, lengthNorm, bit } = fields[index] as RankingConfig['fields'][number];
      const relativeLength = (counts.lengths[doc * fields.length + index] as number) / (averages[index] as number);
      const occurrences = (counts.frequencies[i] as number) / SHARE_OF_WHOLE;
      const frequency = occurrences / (1 - lengthNorm + lengthNorm * relativeLength);
      weights[place] = (weights[place] as number) + weight * frequency;
      masks[place] = (masks[place] as number) | (1 << bit);
    }
    for (let i = start; i < end; i++) {
      const frequency = weights[i] as number;
      weights[i] = (frequency / (saturation + frequency)) * (termWeights[terms[i] as number] as number);
    }
    starts.push(end);
  }
  const result = { starts, terms, weights, masks };
  damp(result, config.normExponent);
  return result;
}

/** idf^power × class weight. idf = ln(1 + (N - df + ½) / (df + ½)), which is never negative. */
function weightOfEachTerm(counts: Counts, documents: number, config: RankingConfig): Float64Array {
  return Float64Array.from(counts.documentFrequencies, (df, term) => {
    const idf = ln(1 + (documents - df + 0.5) / (df + 0.5));
    return power(idf, config.idfPower) * (config.classWeights[counts.classes[term] as number] ?? 1);
  });
}

/** Mean over the documents that have the field: where a field is rare, having it at all is not being long. */
function averageLengths(lengths: Uint32Array, documents: number, fields: number): number[] {
  return Array.from({ length: fields }, (_, field) => {
    let sum = 0;
    let having = 0;
    for (let doc = 0; doc < documents; doc++) {
      const length = lengths[doc * fields + field] as number;
      sum += length;
      if (length > 0) having++;
    }
    return having === 0 ? 1 : sum / having;
  });
}

/** Multiplies each document by (its norm / root mean square of the norms)^exponent. */
function damp({ starts, weights }: Weights, exponent: number): void {
  const documents = starts.length - 1;
  const squares = new Float64Array(documents);
  for (let doc = 0; doc < documents; doc++) {
    for (let i = starts[doc] as number; i < (starts[doc + 1] as number); i++) {
      squares[doc] = (squares[doc] as number) + (weights[i] as number) * (weights[i] as number);
    }
  }
  const mean = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, documents);
  for (let doc = 0; doc < documents; doc++) {
    if (squares[doc] === 0) continue;
    const factor = power((squares[doc] as number) / mean, exponent / 2);
    for (let i = starts[doc] as number; i < (starts[doc + 1] as number); i++)
      weights[i] = (weights[i] as number) * factor;
  }
}
