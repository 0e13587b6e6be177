/**
 * Every constant of the lexical score in one object, with its reason, so that the evaluation can vary all of them and the
 * project ships exactly one. Query-time code has none: the compiler bakes these into the impacts.
 */
import { TOKEN_CLASS_COUNT, TokenClass } from '../text/token.ts';
import { FIELDS, type Field } from './fields.ts';

export type RankingConfig = {
  readonly fields: readonly Field[];
  /** Saturation: a field-weighted frequency of k earns half of the most that a term can earn. */
  readonly saturation: number;
  /** The inverse document frequency is raised to this power. */
  readonly idfPower: number;
  /** Weight of a term by its class (index: TokenClass). */
  readonly classWeights: readonly number[];
  /** Impacts of a document are multiplied by (its norm / root mean square of all norms) to this power. */
  readonly normExponent: number;
};

export const RANKING: RankingConfig = {
  fields: FIELDS,
  // Larger than the usual 1.2, because the frequency is a sum over weighted fields: one hit in the title is 5 already.
  saturation: 8,
  // Below 1 flattens the gap between rare and common terms; tuned together with the field table, see there.
  idfPower: 0.75,
  classWeights: classWeights(),
  // Documents that say much match everything a little; tuned together with the field table, see there.
  normExponent: -0.5,
};

function classWeights(): readonly number[] {
  const weights = new Array<number>(TOKEN_CLASS_COUNT).fill(1);
  // A surface form repeats its stem: a small bonus for the very same form, so that exact wording wins a tie.
  weights[TokenClass.SURFACE_EN] = 0.5;
  // Measured: .3 to .4 instead of 1 gives +.6 points; one Han character says little that its bigrams do not.
  weights[TokenClass.HAN_UNIGRAM] = 0.5;
  // Bigrams and words repeat each other where a word has two characters: together they count 1.4.
  weights[TokenClass.HAN_BIGRAM] = 0.7;
  weights[TokenClass.HAN_WORD] = 0.7;
  // Overlapping pairs of a script without spaces, like Han bigrams.
  weights[TokenClass.BIGRAM_OTHER] = 0.7;
  // A concept repeats a word, so it counts less than one. By mean NDCG@10 over ten catalogs (.5/.75/1/1.4 → 82.8/83.4/
  // 83.8/84.2) more would be better still, but that comes from one catalog in another language than its queries alone;
  // where both speak one language .75 is the most that costs no set anything.
  weights[TokenClass.CONCEPT] = 0.75;
  return weights;
}
