/**
 * The other way to rank, for the evaluation alone: a plan picks retrievers, each has its own order, and weighted reciprocal
 * ranks join them. It hands on where each source had a document.
 *
 * Why it is not the default: it throws away how much better one place is than the next. The figures of both stand in
 * golden/relevance.md.
 */
import type { ScoredDocument } from '../fulltext/bm25.ts';
import { fieldMask } from '../fulltext/fields.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Query } from './query.ts';
import { rank } from './rank.ts';
import { retrieve } from './retrieve.ts';

/** A document, its joined score, and its place (from 1) in each source that has it. */
export type Fused = { readonly doc: number; readonly score: number; readonly places: Readonly<Record<string, number>> };

/** How often each document was run with success. It orders what was found and brings nothing of its own. */
export type History = ReadonlyMap<number, number>;

/** What is known beside the words of the query. */
export type Beside = {
  /** Documents that the query names, in its order. */
  readonly named: readonly number[];
  /** A pack was given to look in. */
  readonly isScoped: boolean;
  /** Only where it was asked for. */
  readonly history?: History;
};

type Asked = { readonly query: Query; readonly snapshot: Snapshot; readonly beside: Beside };

/** The TABLE of sources: each gives documents, best first, of those that the words have found. */
type Source = {
  readonly name: string;
  readonly weight: number;
  /** Whether the plan has it for this request. */
  readonly isPlanned: (beside: Beside) => boolean;
  readonly order: (found: readonly ScoredDocument[], asked: Asked) => readonly number[];
};

const SOURCES: readonly Source[] = [
  // A name that is spelled out stands before whatever all others say.
  { name: 'exact', weight: 50_000, isPlanned: ({ named }) => named.length > 0, order: (_, { beside }) => beside.named },
  { name: 'lexical', weight: 200, isPlanned: always, order: (found) => found.map(({ doc }) => doc) },
  {
    name: 'signals',
    weight: 200,
    isPlanned: always,
    order: (found, { query, snapshot }) => rank(found, query, snapshot, found.length).map(({ doc }) => doc),
  },
  { name: 'metadata', weight: 50, isPlanned: always, order: byMetadata },
  // Within one pack all are of that pack.
  { name: 'hierarchy', weight: 50, isPlanned: ({ isScoped }) => !isScoped, order: byPack },
  // Weak: what was run often is not yet what is asked for. With 2 or 3 it costs sets whose questions all differ a point.
  { name: 'history', weight: 1, isPlanned: ({ history }) => history !== undefined, order: bySuccess },
];

/** Of the usual size: the further down, the less one place more or less counts. */
const RANK_OFFSET = 60;
/** Reciprocals as whole numbers. */
const SCALE = 1_000_000;

/** The best `limit` of the eligible documents. */
export function fuse(
  query: Query,
  snapshot: Snapshot,
  eligible: Uint8Array,
  limit: number,
  beside: Beside = { named: [], isScoped: false },
): readonly Fused[] {
  const { top } = retrieve(query, snapshot, eligible, limit);
  const asked = { query, snapshot, beside };
  const fused = new Map<number, { doc: number; score: number; places: Record<string, number> }>();
  for (const { name, weight, isPlanned, order } of SOURCES) {
    if (!isPlanned(beside)) continue;
    for (const [at, doc] of order(top, asked).entries()) {
      if (eligible[doc] === 0) continue;
      const one = fused.get(doc) ?? { doc, score: 0, places: {} };
      one.score += Math.floor((weight * SCALE) / (RANK_OFFSET + at + 1));
      one.places[name] = at + 1;
      fused.set(doc, one);
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
}

function always(): boolean {
  return true;
}

const METADATA_MASK = fieldMask('identity', 'aliases', 'keywords');

/** By how much of the query stands in names, aliases and the controlled vocabulary; those without any are left out. */
function byMetadata(found: readonly ScoredDocument[], { query, snapshot: { lexical } }: Asked): readonly number[] {
  const sums = new Map(found.map(({ doc }) => [doc, 0]));
  for (const { termId, weight } of query.terms) {
    const { docs, impacts, masks } = lexical.postings(termId);
    for (let i = 0; i < docs.length; i++) {
      const sum = sums.get(docs[i] as number);
      if (sum === undefined || ((masks[i] as number) & METADATA_MASK) === 0) continue;
      sums.set(docs[i] as number, sum + (impacts[i] as number) * weight);
    }
  }
  const held = [...sums].filter(([, sum]) => sum > 0);
  return held.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([doc]) => doc);
}

/** By the sum of what a document's pack has found, then by its own place. */
function byPack(found: readonly ScoredDocument[], { snapshot: { columns } }: Asked): readonly number[] {
  const sums = new Map<number, number>();
  for (const { doc, score } of found) sums.set(columns.pack.at(doc), (sums.get(columns.pack.at(doc)) ?? 0) + score);
  const sumOf = ({ doc }: ScoredDocument) => sums.get(columns.pack.at(doc)) ?? 0;
  return [...found].sort((a, b) => sumOf(b) - sumOf(a) || b.score - a.score || a.doc - b.doc).map(({ doc }) => doc);
}

/** Those that were run with success, the oftenest first. */
function bySuccess(found: readonly ScoredDocument[], { beside: { history } }: Asked): readonly number[] {
  const timesOf = ({ doc }: ScoredDocument) => history?.get(doc) ?? 0;
  const run = found.filter((one) => timesOf(one) > 0);
  return run.sort((a, b) => timesOf(b) - timesOf(a) || b.score - a.score || a.doc - b.doc).map(({ doc }) => doc);
}
