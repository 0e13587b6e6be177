/** What differs between two catalogs, a capability a row, with every change below it that a caller could trip over. */
import type { CapabilityDiff } from '../../contract/capability-diff.v1.ts';
import { replayLines } from './replay-report.ts';
import { clean, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

export function renderCapabilityDiff(diff: CapabilityDiff, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const rows = diff.differences.map(({ canonical_path, kind, breaking, changes }) => [
    SIGNS[kind],
    clean(canonical_path),
    breaking ? 'breaking' : '',
    changes
      .map(
        ({ at, path = '', what, breaking: breaks }) => `${breaks ? '! ' : ''}${clean(`${at}${path}`)}: ${clean(what)}`,
      )
      .join('\n'),
  ]);
  const paints = { '+': paint.green, '-': paint.red, '~': paint.yellow };
  const lines =
    rows.length === 0
      ? ['No capability differs.']
      : [
          table(['', 'capability', '', 'what differs'], rows, screen.columns, (text, column, row) => {
            if (row < 0) return paint.dim(text);
            if (column === 0) return paints[text as keyof typeof paints]?.(text) ?? text;
            if (column === 1) return paint.cyan(text);
            return column === 2 || text.startsWith('! ') ? paint.red(text) : text;
          }),
          '',
          `${diff.added} added, ${diff.removed} removed, ${diff.changed} changed; ${diff.breaking} breaking`,
        ];
  if (rows.length === 0 && diff.before.source_hash !== diff.after.source_hash) {
    lines.push('The sources differ in what no caller can see.');
  }
  if (diff.replay !== undefined) lines.push('', ...replayLines(diff.replay, screen, paint));
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;
