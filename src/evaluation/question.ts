/** A judged question and what came back: the two shapes between the judgements and every figure. */

/**
 * What is asked and how it is judged. `single`: any of the one group first is right. `identity`: every named id comes
 * back. `compound` asks the whole sentence, `decomposed` the same task as its steps. `vague`: nothing of high impact
 * first. `no_answer`: the search says that it has none.
 */
export const KINDS = ['single', 'identity', 'compound', 'decomposed', 'vague', 'no_answer'] as const;
export type Kind = (typeof KINDS)[number];

export type Question = {
  readonly qid: string;
  readonly kind: Kind;
  readonly query: string;
  /** The steps of a decomposed task: asked instead of the query. */
  readonly subqueries?: readonly string[];
  /** Answers that must be found, each a set of ids of which any one will do; empty where there is none. */
  readonly groups: readonly (readonly string[])[];
  /** Ids that must not come first. */
  readonly forbidden: readonly string[];
  /** Ids that a vague goal may get first. */
  readonly acceptable: readonly string[];
  readonly language: string;
  readonly tags: readonly string[];
  /** Questions of one cluster succeed and fail together: those of one pack. */
  readonly cluster: string;
};

/** What the search made of one question. */
export type Observation = {
  readonly question: Question;
  /** The first ten ids. */
  readonly ids: readonly string[];
  readonly resolution: string;
  readonly abstained: boolean;
  /** How far the first stands before the second, in per mille of its score; undefined where scores say nothing. */
  readonly margin?: number;
  /** How likely the search holds it that there is an answer: natural log-odds × 1000, of its least sure clause. */
  readonly logOdds?: number;
  /** Bytes of the answer to a plain request. */
  readonly bytes: number;
  /** How long that answer took. */
  readonly microseconds: number;
};

/** The pack of an id: what stands before its last dot or space; a name without one stands for itself. */
export function clusterOf(id: string): string {
  const end = Math.max(id.lastIndexOf('.'), id.lastIndexOf(' '));
  return end <= 0 ? id : id.slice(0, end);
}
