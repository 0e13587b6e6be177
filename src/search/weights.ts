/**
 * The TABLE of what may be tuned of the ranking signals, each in per mille of a query's best lexical score. They were
 * fitted together on ten public catalogs and the own development half, each set counting the same, by the mean of
 * NDCG@10 (half), R@1 and R@5; `npm run bench:leave-one-out` fits them again without each set in turn. What a query
 * rules out is no matter of weight and is not here.
 */
export const WEIGHTS = {
  /** For having all of the query's terms. */
  coverage: 480,
  /** For doing what the query's first verb says, a later verb, another verb of the same effect, one of the other effect. */
  sameAsFirstVerb: 120,
  sameAsLaterVerb: 70,
  otherVerbSameEffect: 50,
  otherEffect: -160,
  /** For undoing what is asked. */
  opposite: -340,
  /** For doing nothing but change where a question is asked. */
  changeWhenAsked: -650,
  /** For each doubling of the length, where the question is long. */
  length: -350,
  /** For standing in the pack that was found most. */
  pack: 320,
  /** For being met as strongly, against what its own texts say, as the candidate for which that is most. */
  likeness: 300,
  /** For having all that the query speaks of, anywhere and where a document says what it is. */
  things: 580,
  thingsInHead: 330,
  /** For turning the one into the other as asked, and as much against turning it round. */
  order: 200,
} as const;

export type Weights = Readonly<Record<keyof typeof WEIGHTS, number>>;
