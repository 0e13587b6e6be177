/**
 * An evaluation as one page: everything is inside, nothing is fetched, no script runs. It says no more than the report,
 * and latencies last, apart from what two machines agree on.
 */
import type { EvalReport } from '../../contract/eval-report.v1.ts';
import { PAGE_TITLE } from '../own-files.ts';
import { ablationSection, comparisonSection } from './comparison-section.ts';
import { html, type Markup, percent } from './markup.ts';
import { setSection } from './set-section.ts';
import { STYLE } from './style.ts';

/** The page's whole text. */
export function reportPage(report: EvalReport): string {
  const { configuration, sets, comparisons = [] } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${PAGE_TITLE} ${sets.map(({ name }) => name).join(', ')}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
<h1>How well the search answers</h1>
<p class="quiet">Arm <b>${configuration.arm}</b>, analyzer ${configuration.analyzer}, configuration <code>${configuration.hash}</code></p>
${overview(report)}
${sets.map(setSection)}
${comparisons.filter(({ purpose }) => purpose === 'comparison').map(comparisonSection)}
${ablationSection(comparisons.filter(({ purpose }) => purpose === 'ablation'))}
${timing(report)}
<h2>What was measured</h2>
<p>Shares are per cent of questions. R@k: share of the answers that are among the first k. C@k: questions all of whose answers are.
MRR@10 and NDCG@10 weigh how early they stand. Intervals are 95%, from a paired bootstrap that draws whole packs.</p>
<p class="quiet">Figures <code>${report.figures_hash}</code>${catalogLine(configuration)}</p>
</main>
</body>
</html>
`;
  return page.html;
}

/** One row for each set and kind of question. */
function overview({ sets }: EvalReport): Markup {
  const rows = sets.flatMap((set) =>
    set.kinds.map(
      (
        kind,
      ) => html`<tr><td>${set.name}${set.half === undefined ? '' : `, ${set.half}`}</td><td class="left">${kind.kind}</td>
<td>${set.capabilities}</td><td>${kind.questions}</td><td>${percent(kind.recall_at_1)}</td><td>${percent(kind.recall_at_5)}</td>
<td>${percent(kind.recall_at_10)}</td><td>${percent(kind.mrr_at_10)}</td><td>${percent(kind.ndcg_at_10)}</td>
<td>${percent(kind.complete_at_5)}</td><td>${percent(kind.complete_at_10)}</td></tr>`,
    ),
  );
  return html`<div class="wide"><table>
<thead><tr><th>set</th><th class="left">questions</th><th>tools</th><th>asked</th><th>R@1</th><th>R@5</th><th>R@10</th><th>MRR@10</th><th>NDCG@10</th><th>C@5</th><th>C@10</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function timing({ timing: rows = [] }: EvalReport): Markup | undefined {
  if (rows.length === 0) return undefined;
  const ms = (microseconds: number) => (microseconds / 1000).toFixed(2);
  return html`<h2>Latency</h2>
<p class="quiet">Milliseconds from request to answer in one warm process of this machine; no figure above depends on them.</p>
<div class="wide"><table>
<thead><tr><th>set</th><th>requests</th><th>median</th><th>p95</th><th>p99</th><th>slowest</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><td>${row.set}</td><td>${row.queries}</td><td>${ms(row.median_us)}</td><td>${ms(row.p95_us)}</td><td>${ms(row.p99_us)}</td><td>${ms(row.max_us)}</td></tr>`,
  )}</tbody>
</table></div>`;
}

function catalogLine({ catalog }: EvalReport['configuration']): Markup | undefined {
  if (catalog === undefined) return undefined;
  return html`, catalog <code>${catalog.source_hash}</code>`;
}
