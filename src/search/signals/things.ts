/**
 * How much of what the query speaks of a candidate has, thing by thing (see things.ts): counted in terms, a word of many
 * tokens would outweigh the one that matters.
 */
import type { WeighClosely } from '../signal.ts';
import { perMille } from './share.ts';

export const things: WeighClosely = ({ best, weights }, { anywhere, inHead }, say) => {
  say?.(`has ${anywhere} ‰ of what is spoken of, ${inHead} ‰ of it where it says what it is`);
  return perMille(best, weights.things, anywhere) + perMille(best, weights.thingsInHead, inHead);
};
