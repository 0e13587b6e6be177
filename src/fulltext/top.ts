/** The best k of many scored documents, offered in ascending order of document: ties keep the lower document. */

/** No score reaches it: they are sums that fit 32 bits with their sign. */
const MAX_SCORE = 0x7fffffff;

/**
 * Score and document as one number, so that sorting needs no comparison of ours: score × DOCS + (DOCS - 1 - document).
 * 2^31 × 2^22 is the last power of two that a double holds with every whole number below it.
 */
const DOCS = 2 ** 22;

/** How many more than k are taken before they are sorted and cut: each cut raises the threshold. */
const SPARE = 512;

export class BestDocuments {
  /** A score must exceed this to be worth offering: that of the worst one kept at the last cut, 0 before. */
  threshold: number;
  private readonly limit: number;
  private readonly keys: Float64Array;
  private count = 0;

  /** `documents` is how many there are: at most 4,194,304, else a RangeError. */
  constructor(limit: number, documents: number) {
    if (documents > DOCS) throw new RangeError(`more than ${DOCS} documents cannot be ranked`);
    this.limit = limit;
    this.threshold = limit > 0 ? 0 : MAX_SCORE;
    this.keys = new Float64Array(limit + Math.min(SPARE, documents));
  }

  /** Takes a document whose score exceeds the threshold. Documents must come in ascending order. */
  offer(doc: number, score: number): void {
    if (this.count === this.keys.length) this.cut();
    this.keys[this.count++] = score * DOCS + (DOCS - 1 - doc);
  }

  /**
   * Offers every document by its sum (index: document) and gives how many sums are above 0. One loop without calls: it
   * runs once in a cold process, interpreted.
   */
  offerAll(sums: Int32Array): number {
    let { threshold } = this;
    let total = 0;
    for (let doc = 0; doc < sums.length; doc++) {
      const sum = sums[doc] as number;
      if (sum === 0) continue;
      total++;
      if (sum <= threshold) continue;
      if (this.count === this.keys.length) {
        this.cut();
        threshold = this.threshold;
        if (sum <= threshold) continue;
      }
      this.keys[this.count++] = sum * DOCS + (DOCS - 1 - doc);
    }
    return total;
  }

  /** The best k: score descending, then document ascending. */
  sorted(): { doc: number; score: number }[] {
    const keys = this.keys.subarray(0, this.count).sort();
    const best: { doc: number; score: number }[] = [];
    for (let at = keys.length - 1; at >= 0 && best.length < this.limit; at--) {
      const key = keys[at] as number;
      const rest = key % DOCS;
      best.push({ doc: DOCS - 1 - rest, score: (key - rest) / DOCS });
    }
    return best;
  }

  private cut(): void {
    this.keys.sort();
    this.keys.copyWithin(0, this.keys.length - this.limit);
    this.count = this.limit;
    this.threshold = Math.floor((this.keys[0] as number) / DOCS);
  }
}
