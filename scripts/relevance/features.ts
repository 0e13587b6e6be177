/**
 * Every candidate of every question as numbers: what the lexical score and what each unit of a weight would give it. A
 * ranking by any weights is then a sum. It knows no figures.
 */
import type { Question } from '../../src/evaluation/question.ts';
import { coveredBy } from '../../src/search/covered.ts';
import { understand } from '../../src/search/query.ts';
import { retrieve } from '../../src/search/retrieve.ts';
import { Round } from '../../src/search/round.ts';
import { signalsFor } from '../../src/search/signals.ts';
import { WEIGHTS, type Weights } from '../../src/search/weights.ts';
import type { Snapshot } from '../../src/snapshot/read.ts';
import { readText } from '../../src/text/analyze.ts';

export type WeightName = keyof Weights;
export const WEIGHT_NAMES = Object.keys(WEIGHTS) as WeightName[];

/** One question: its candidates' sums without any weight, and by weight (in the order of WEIGHT_NAMES) what one adds. */
export type Features = {
  readonly set: string;
  readonly fixed: Float64Array;
  readonly byWeight: readonly Float64Array[];
  /** For each group of right answers the candidates that are of it. */
  readonly right: readonly (readonly number[])[];
};

/** As deep as the search itself looks. */
const DEPTH = 50;
/** A signal is linear in its weights: asked with one of them, it gives that one's share. */
const UNIT = 1000;
const NONE = Object.fromEntries(WEIGHT_NAMES.map((name) => [name, 0])) as Weights;
const ALONE = WEIGHT_NAMES.map((name): Weights => ({ ...NONE, [name]: UNIT }));

/** Undefined where nothing is found: no weights change that. */
export function featuresOf(set: string, text: string, { groups }: Question, snapshot: Snapshot): Features | undefined {
  const query = understand(text, readText(text, snapshot.words, snapshot.lexicon), snapshot);
  const { top } = retrieve(query, snapshot, snapshot.common.openOn('linux').bitmap, DEPTH);
  const best = top[0]?.score;
  if (best === undefined) return undefined;
  const round = new Round(top, query, snapshot);
  const docs = top.map(({ doc }) => doc);
  const covered = coveredBy(query, docs, snapshot.lexical);
  const signals = signalsFor(query);
  const sums = (weights: Weights) =>
    top.map((candidate, at): number => {
      const input = { candidate, query, snapshot, round, best, weights };
      let sum = 0;
      for (const { weigh, weighClosely } of signals) {
        const cover = covered[at];
        if (weigh !== undefined) sum += weigh(input);
        else if (cover !== undefined) sum += weighClosely(input, cover);
      }
      return sum / best;
    });
  const unweighed = sums(NONE);
  return {
    set,
    fixed: Float64Array.from(top.map(({ score }, at) => score / best + (unweighed[at] as number))),
    byWeight: ALONE.map((weights) =>
      Float64Array.from(sums(weights).map((sum, at) => (sum - (unweighed[at] as number)) / UNIT)),
    ),
    right: groups.map((ids) => ids.map((id) => docs.indexOf(snapshot.find(id))).filter((at) => at >= 0)),
  };
}
