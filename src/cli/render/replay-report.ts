/** A replay as a table: what moved, the lost answers first. */
import type { ReplayReport, ReplaySummary } from '../../contract/replay-report.v1.ts';
import { clean, type Paint, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

/** More rows than this are read in the JSON. */
const ROWS = 40;

export function renderReplayReport(report: ReplayReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines =
    report.against === undefined ? [`${report.requests} requests sent`] : replayLines(report, screen, paint);
  for (const file of report.files ?? []) lines.push(paint.green(`written: ${clean(file)}`));
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}

/** The same for a report that holds a replay among other things. */
export function replayLines(replay: ReplaySummary, screen: Screen, paint: Paint): string[] {
  const sorted = [...replay.changes].sort((a, b) => Number(b.regression) - Number(a.regression));
  const rows = sorted
    .slice(0, ROWS)
    .map(({ asked, before, after, right, regression }) => [
      regression ? 'lost' : 'moved',
      right === undefined ? '' : `${right.before ?? '–'} → ${right.after ?? '–'}`,
      `${clean(asked)}\n${clean(before[0] ?? 'nothing')} → ${clean(after[0] ?? 'nothing')}`,
    ]);
  const more = sorted.length - rows.length;
  const summary = `${replay.requests} requests, ${replay.moved} moved, ${replay.risen} better, ${replay.regressions} lost a right answer`;
  return [
    ...(rows.length === 0
      ? []
      : [
          table(['', 'right at', 'asked, and what comes first'], rows, screen.columns, (text, column, row) => {
            if (row < 0) return paint.dim(text);
            return column === 0 && text === 'lost' ? paint.red(text) : text;
          }),
          '',
        ]),
    ...(more > 0 ? [`${more} more: see them with --json`] : []),
    ...(replay.unmatched > 0 ? [`${replay.unmatched} requests are not in what they were compared with`] : []),
    replay.regressions === 0 ? paint.green(summary) : paint.red(summary),
  ];
}
