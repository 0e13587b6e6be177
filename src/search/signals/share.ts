/** Shares of a score in whole numbers, for all signals alike. */

/** `perMille` of `best`, and of that `share` per mille; rounded down. */
export function perMille(best: number, perMille: number, share = 1000): number {
  return Math.floor((best * perMille * share) / 1_000_000);
}

/** Whether a score is at most so many per mille below the best. */
export function isWithinShare(score: number, best: number, share: number): boolean {
  return score >= best - perMille(best, share);
}
