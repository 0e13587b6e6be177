/**
 * Rank metrics of one query and their means. It knows neither the search nor where judgements come from.
 * Definitions: Recall@k and complete@k over groups of acceptable answers, MRR@10, and NDCG@10 with binary gains
 * (Järvelin and Kekäläinen, 2002), where each group counts once.
 */

export type QueryMetrics = {
  readonly hit1: number;
  readonly recall1: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr10: number;
  readonly ndcg10: number;
  readonly complete5: number;
  readonly complete10: number;
};

const METRICS = ['hit1', 'recall1', 'recall5', 'recall10', 'mrr10', 'ndcg10', 'complete5', 'complete10'] as const;

/** Scores a ranking; `groups` are the answers that must be found, each a set of ids of which any one will do. */
export function measure(groups: readonly (readonly string[])[], ranking: readonly string[]): QueryMetrics {
  const found: number[] = [];
  const done = groups.map(() => false);
  ranking.slice(0, 10).forEach((id, at) => {
    const group = groups.findIndex((ids, index) => !done[index] && ids.includes(id));
    if (group < 0) return;
    done[group] = true;
    found.push(at + 1);
  });
  const within = (k: number) => found.filter((rank) => rank <= k).length;
  const gain = found.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(groups.length, 10); rank += 1) ideal += 1 / Math.log2(rank + 1);
  const all = groups.length;
  return {
    hit1: within(1) > 0 ? 1 : 0,
    recall1: within(1) / all,
    recall5: within(5) / all,
    recall10: within(10) / all,
    mrr10: found[0] === undefined ? 0 : 1 / found[0],
    ndcg10: gain / ideal,
    complete5: within(5) === all ? 1 : 0,
    complete10: within(10) === all ? 1 : 0,
  };
}

/** Means over queries; all zero for none. */
export function mean(rows: readonly QueryMetrics[]): QueryMetrics {
  const sums = METRICS.map((name) => rows.reduce((sum, row) => sum + row[name], 0) / Math.max(1, rows.length));
  return Object.fromEntries(METRICS.map((name, at) => [name, sums[at] ?? 0])) as QueryMetrics;
}
