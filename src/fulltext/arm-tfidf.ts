/** The TF-IDF cosine arm: one bag of words a document, (1 + ln tf) × idf, both sides of length one. For evaluation only. */
import { SHARE_OF_WHOLE } from '../text/token.ts';
import type { ArmMaterial, LexicalArm } from './arm.ts';
import { scoreDocuments, type WeightedTerm } from './bm25.ts';
import { type Counts, countTerms } from './count.ts';
import { ln } from './exact-math.ts';
import { FIELDS, type Field, type FieldedDocument } from './fields.ts';
import { openLexical } from './read.ts';
import { plainSections } from './section-view.ts';
import type { Weights } from './weigh.ts';
import { lexicalSections } from './write.ts';

const BAG: Field = { name: 'description', bit: 0, weight: 1, lengthNorm: 0 };

/** A query term of the highest idf weighs this much; the sum over 700 terms stays below MAX_WEIGHT_SUM. */
const QUERY_WEIGHT = 40;

export function tfidfArm({ index, count, documents, analyze }: ArmMaterial): LexicalArm {
  const counts = countTerms(documents().map(asOneField), analyze, [BAG]);
  const bag = openLexical(plainSections(lexicalSections(counts, cosineWeights(counts))));
  const most = idf(count, 1);
  return {
    name: 'tfidf',
    search: ({ terms }, eligible, limit) => {
      const own: WeightedTerm[] = [];
      for (const { termId } of terms) {
        const id = bag.termId(index.term(termId));
        if (id < 0) continue;
        const share = idf(count, bag.documentFrequency(id)) / most;
        own.push({ termId: id, weight: Math.max(1, Math.floor(share * QUERY_WEIGHT + 0.5)) });
      }
      return scoreDocuments(bag, own, count, eligible, limit);
    },
  };
}

function asOneField({ fields }: FieldedDocument): FieldedDocument {
  const texts = FIELDS.map(({ name }) => [
    name,
    name === BAG.name ? FIELDS.flatMap((field) => fields[field.name]) : [],
  ]);
  return { fields: Object.fromEntries(texts) as FieldedDocument['fields'] };
}

function cosineWeights(counts: Counts): Weights {
  const documents = counts.starts.length - 1;
  const weights = Float64Array.from(counts.terms.subarray(0, counts.starts.at(-1)), (term, i) => {
    return (
      (1 + ln(Math.max(1, (counts.frequencies[i] as number) / SHARE_OF_WHOLE))) *
      idf(documents, counts.documentFrequencies[term] as number)
    );
  });
  for (let doc = 0; doc < documents; doc++) {
    const own = weights.subarray(counts.starts[doc], counts.starts[doc + 1]);
    const norm = Math.sqrt(own.reduce((sum, weight) => sum + weight * weight, 0));
    for (let i = 0; i < own.length; i++) own[i] = (own[i] as number) / norm;
  }
  return { starts: counts.starts, terms: counts.terms, weights, masks: new Uint8Array(weights.length) };
}

/** Above 0 for every df ≤ documents. */
function idf(documents: number, df: number): number {
  return ln(1 + documents / df);
}
