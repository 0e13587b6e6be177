/** Two runs against each other on the page: differences with their intervals, and what of them may be chance. */
import type { EvalReport } from '../../contract/eval-report.v1.ts';
import { html, type Markup, percent, points } from './markup.ts';
import { differences } from './plots.ts';

type Comparison = NonNullable<EvalReport['comparisons']>[number];
type Row = Comparison['rows'][number];

/** The usual bound: below it a difference is coloured. */
const CLEAR = 0.05;

/** Another run, or an earlier one. */
export function comparisonSection(comparison: Comparison): Markup {
  return html`<section>
<h2>Against ${comparison.against}</h2>
<p class="quiet">This run minus that one, in points; ${comparison.resamples} resamples of whole packs.</p>
${comparisonPlot(comparison)}
</section>`;
}

/** Every part that was left out, side by side. */
export function ablationSection(parts: readonly Comparison[]): Markup | undefined {
  if (parts.length === 0) return undefined;
  return html`<section>
<h2>What each signal brings</h2>
<p class="quiet">The search minus the search without that signal, in points; right of zero the signal pays.</p>
<div class="plots">${parts.map((part) => html`<div><h3>${part.against}</h3>${comparisonPlot(part)}</div>`)}</div>
</section>`;
}

function comparisonPlot({ against, rows }: Comparison): Markup {
  if (rows.length === 0) return html`<p>There are no questions in common.</p>`;
  const shown = rows.filter(({ metric }) => metric === 'ndcg_at_10');
  const forbidden = rows.filter(({ metric }) => metric === 'forbidden_at_1');
  return html`<figure><div class="wide">${differences(`NDCG@10 against ${against}`, shown.map(differenceOf))}</div>
<figcaption>NDCG@10: difference and 95% interval.</figcaption></figure>
${forbidden.length === 0 ? undefined : forbiddenPlot(against, forbidden)}
<details><summary>All metrics</summary><div class="wide"><table>
<thead><tr><th>set</th><th class="left">questions</th><th class="left">metric</th><th>asked</th><th>packs</th><th>that</th><th>this</th><th>difference</th><th>95% interval</th><th>p</th></tr></thead>
<tbody>${rows.map(tableRow)}</tbody>
</table></div></details>`;
}

function forbiddenPlot(against: string, rows: readonly Row[]): Markup {
  return html`<figure><div class="wide">${differences(`Forbidden at 1 against ${against}`, rows.map(differenceOf))}</div>
<figcaption>What must not come first: left of zero is better.</figcaption></figure>`;
}

function differenceOf({ set, kind, questions, delta, low, high }: Row) {
  return { label: `${set}, ${kind}`, note: `${questions} questions`, delta, low, high };
}

function tableRow(row: Row): Markup {
  const isBetter = row.metric === 'forbidden_at_1' ? row.delta < 0 : row.delta > 0;
  const colour = row.p >= CLEAR ? '' : isBetter ? 'good' : 'bad';
  return html`<tr><td>${row.set}</td><td class="left">${row.kind}</td><td class="left">${row.metric}</td><td>${row.questions}</td><td>${row.clusters}</td>
<td>${percent(row.before)}</td><td>${percent(row.after)}</td><td class="${colour}">${points(row.delta)}</td><td>${points(row.low)} … ${points(row.high)}</td><td>${row.p.toFixed(3)}</td></tr>`;
}
