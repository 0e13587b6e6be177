/** An evaluation as tables: what each set reached, what came first and must not, and the differences to another run. */
import type { EvalReport } from '../../contract/eval-report.v1.ts';
import { clean, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

type SetReport = EvalReport['sets'][number];
type Rate = { readonly hits: number; readonly of: number; readonly share: number };

export function renderEvalReport(report: EvalReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const heads = (text: string, _column: number, row: number) => (row < 0 ? paint.dim(text) : text);
  const rows = report.sets.flatMap((set) =>
    set.kinds.map((kind) => {
      const shares = [kind.recall_at_1, kind.recall_at_5, kind.mrr_at_10, kind.ndcg_at_10, kind.complete_at_5];
      return [clean(set.name), kind.kind, String(kind.questions), ...shares.map(percent)];
    }),
  );
  const head = ['set', 'questions', 'asked', 'R@1', 'R@5', 'MRR@10', 'NDCG@10', 'C@5'];
  const lines = [table(head, rows, screen.columns, heads), ''];
  for (const set of report.sets) lines.push(...setLines(set));
  for (const { against, rows: differences } of report.comparisons ?? []) {
    const shown = differences.filter(({ metric }) => metric === 'ndcg_at_10');
    lines.push('', `NDCG@10 against ${clean(against)}, in points:`);
    lines.push(
      table(
        ['set', 'questions', 'difference', '95% interval', 'p'],
        shown.map(({ set, kind, delta, low, high, p }) => {
          return [clean(set), kind, percent(delta), `${percent(low)} … ${percent(high)}`, p.toFixed(3)];
        }),
        screen.columns,
        heads,
      ),
    );
  }
  for (const { set, median_us, p95_us } of report.timing ?? []) {
    lines.push(paint.dim(`${clean(set)}: ${ms(median_us)} ms a search, 95% within ${ms(p95_us)} ms`));
  }
  if (report.recorded === true) {
    lines.push('This configuration was run on the sealed half before; these are the figures of then.');
  }
  lines.push(paint.dim(`configuration  ${report.configuration.hash}`));
  for (const file of report.files ?? []) lines.push(paint.green(`written: ${clean(file)}`));
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}

function setLines({ name, left_out, forbidden, vague, abstention, disclosure }: SetReport): string[] {
  const rates: [string, Rate | undefined][] = [
    ['forbidden at 1', forbidden?.at_1],
    ['vague goals: high impact at 1', vague?.high_impact_at_1],
    ['no answer, recognised', abstention.recognised],
    ['falsely abstained', abstention.false],
  ];
  return [
    ...rates.flatMap(([what, rate]) =>
      rate === undefined ? [] : [`${clean(name)}: ${what} ${percent(rate.share)}% (${rate.hits} of ${rate.of})`],
    ),
    ...(disclosure === undefined
      ? []
      : [
          `${clean(name)}: ${disclosure.search_bytes + disclosure.inspect_bytes} bytes to read for one task, ${disclosure.all_bytes} for all tools`,
        ]),
    ...(left_out === 0 ? [] : [`${clean(name)}: ${left_out} questions left out, this catalog holds no answer to them`]),
  ];
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function ms(microseconds: number): string {
  return (microseconds / 1000).toFixed(2);
}
