/**
 * Fits the weights of the ranking signals: coordinate ascent from no weights at all, by the mean over sets of NDCG@10
 * (half), R@1 and R@5 (a quarter each). It knows neither snapshots nor files.
 */
import { type Features, WEIGHT_NAMES, type WeightName } from './features.ts';

/** In per mille of the best lexical score, coarse to fine. */
const STEPS = [400, 200, 100, 50, 20];
/** How often each step is tried on all weights before the next; most are at rest earlier. */
const MOST_ROUNDS = 4;
/** A change must gain this much of the objective (points of a hundred), so that none follows noise. */
const LEAST_GAIN = 0.002;

export type FittedWeights = Record<WeightName, number>;

export function fitWeights(questions: readonly Features[]): FittedWeights {
  const weights = WEIGHT_NAMES.map(() => 0);
  const sums = questions.map(({ fixed }) => Float64Array.from(fixed));
  const shares = sharesOf(questions);
  const gains = Float64Array.from(questions, ({ right }, at) => goodness(right, sums[at] as Float64Array));
  const objective = () => gains.reduce((total, gain, at) => total + (shares[at] as number) * gain, 0);
  const touched = WEIGHT_NAMES.map((_, weight) => questionsWith(weight, questions));
  let best = objective();
  const move = (weight: number, by: number) => {
    weights[weight] = (weights[weight] as number) + by;
    for (const at of touched[weight] as readonly number[]) {
      const { byWeight, right } = questions[at] as Features;
      const column = byWeight[weight] as Float64Array;
      const sum = sums[at] as Float64Array;
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + by * (column[i] as number);
      gains[at] = goodness(right, sum);
    }
  };
  for (const step of STEPS) {
    for (let round = 0, moved = true; moved && round < MOST_ROUNDS; round++) {
      moved = false;
      for (let weight = 0; weight < weights.length; weight++) {
        for (const by of [step, -step]) {
          move(weight, by);
          const now = objective();
          if (now > best + LEAST_GAIN) {
            best = now;
            moved = true;
            break;
          }
          move(weight, -by);
        }
      }
    }
  }
  return Object.fromEntries(WEIGHT_NAMES.map((name, at) => [name, weights[at]])) as FittedWeights;
}

/** What each question counts, so that all sets count the same. */
function sharesOf(questions: readonly Features[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { set } of questions) counts.set(set, (counts.get(set) ?? 0) + 1);
  return questions.map(({ set }) => 100 / ((counts.get(set) as number) * counts.size));
}

/** The questions where this weight gives any candidate anything: no other can change by it. */
function questionsWith(weight: number, questions: readonly Features[]): readonly number[] {
  return questions.flatMap(({ byWeight }, at) => (byWeight[weight]?.some((share) => share !== 0) ? [at] : []));
}

/** From 0 to 1. A group of right answers counts where its best candidate stands. */
function goodness(right: readonly (readonly number[])[], sums: Float64Array): number {
  let gain = 0;
  let ideal = 0;
  let first = 0;
  let five = 0;
  for (const [at, group] of right.entries()) {
    if (at < 10) ideal += 1 / Math.log2(at + 2);
    let place = Infinity;
    for (const candidate of group) place = Math.min(place, placeOf(candidate, sums));
    if (place > 10) continue;
    gain += 1 / Math.log2(place + 1);
    if (place <= 5) five += 1;
    if (place === 1) first += 1;
  }
  const groups = Math.max(1, right.length);
  return (0.5 * gain) / Math.max(1, ideal) + (0.25 * (first + five)) / groups;
}

/** From 1; of equals the earlier candidate stands first, as in the search. */
function placeOf(candidate: number, sums: Float64Array): number {
  const own = sums[candidate] as number;
  let place = 1;
  for (let i = 0; i < sums.length; i++) {
    const sum = sums[i] as number;
    if (sum > own || (sum === own && i < candidate)) place += 1;
  }
  return place;
}
