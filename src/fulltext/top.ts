/** The best k of many scored documents, offered in ascending order of document: ties keep the lower document. */

/** No score reaches it: they are sums that fit 32 bits with their sign. */
const MAX_SCORE = 0x7fffffff;

export class BestDocuments {
  /** A score must exceed this to get in: that of the worst one kept once there are k, 0 before. */
  threshold: number;
  private readonly limit: number;
  /** A heap with the worst at the root: lower score, then higher document. */
  private readonly scores: number[] = [];
  private readonly docs: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
    this.threshold = limit > 0 ? 0 : MAX_SCORE;
  }

  /** Takes a document whose score exceeds the threshold. Documents must come in ascending order. */
  offer(doc: number, score: number): void {
    if (this.scores.length < this.limit) {
      this.scores.push(score);
      this.docs.push(doc);
      this.up(this.scores.length - 1);
    } else {
      this.scores[0] = score;
      this.docs[0] = doc;
      this.down(0);
    }
    if (this.scores.length === this.limit) this.threshold = this.scores[0] as number;
  }

  /** What was kept: score descending, then document ascending. */
  sorted(): { doc: number; score: number }[] {
    return this.docs
      .map((doc, i) => ({ doc, score: this.scores[i] as number }))
      .sort((a, b) => b.score - a.score || a.doc - b.doc);
  }

  private worse(a: number, b: number): boolean {
    const difference = (this.scores[a] as number) - (this.scores[b] as number);
    return difference !== 0 ? difference < 0 : (this.docs[a] as number) > (this.docs[b] as number);
  }

  private swap(a: number, b: number): void {
    const score = this.scores[a] as number;
    const doc = this.docs[a] as number;
    this.scores[a] = this.scores[b] as number;
    this.docs[a] = this.docs[b] as number;
    this.scores[b] = score;
    this.docs[b] = doc;
  }

  private up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.worse(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private down(from: number): void {
    for (let at = from; ; ) {
      const left = at * 2 + 1;
      if (left >= this.scores.length) return;
      const right = left + 1;
      const child = right < this.scores.length && this.worse(right, left) ? right : left;
      if (!this.worse(child, at)) return;
      this.swap(at, child);
      at = child;
    }
  }
}
