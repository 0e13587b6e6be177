/** What a fit says of observations that it has not seen: one part left out after the other. Plain numbers out. */
import { type Fitted, logOddsOf } from './logistic.ts';
import { hash, type Observation } from './observe.ts';

/** Into so many parts the groups of a set fall. */
const FOLDS = 10;

export type Scored = { readonly one: Observation; readonly logOdds: number };

/** A way to fit, and what it looks at. */
export type Fitting = {
  readonly train: (from: readonly Observation[]) => Fitted;
  readonly features: (one: Observation) => number[];
};

/** All observations of a set, each judged by a fit that has seen nothing of its group; the other sets are always seen. */
export function byGroups(seen: readonly Observation[], set: string, { train, features }: Fitting): Scored[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isOut = (one: Observation) => one.set === set && hash(one.group) % FOLDS === fold;
    const fitted = train(seen.filter((one) => !isOut(one)));
    return seen.filter(isOut).map((one) => ({ one, logOdds: logOddsOf(fitted, features(one)) }));
  });
}

/** All observations of a set, judged by a fit that has seen no set of its family: those whose names begin alike. */
export function bySets(seen: readonly Observation[], set: string, { train, features }: Fitting): Scored[] {
  const family = set.slice(0, 4);
  const fitted = train(seen.filter((one) => !one.set.startsWith(family)));
  return seen.filter((one) => one.set === set).map((one) => ({ one, logOdds: logOddsOf(fitted, features(one)) }));
}
