/** A level of the catalog as a table. */
import type { CapabilityListResponse } from '../../contract/capability-list.v1.ts';
import { fold } from './fold.ts';
import { clean, effectPaint, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

export function renderList(answer: CapabilityListResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const { children, parent, neighbours } = answer;
  const rows = children.map((one) => [
    clean(one.canonical_path),
    one.type === 'pack' ? `${one.children_count} inside` : (one.side_effect ?? one.type),
    clean(one.title),
  ]);
  const lines = [
    children.length === 0
      ? 'Nothing is in here.'
      : table(['capability', 'effect', 'what it is'], rows, screen.columns, (text, column, row) => {
          if (row < 0) return paint.dim(text);
          if (column === 0) return paint.cyan(text);
          return column === 1 ? effectPaint(text.includes(' ') ? undefined : text, paint) || paint.dim(text) : text;
        }),
    '',
  ];
  if (answer.truncated) lines.push('There is more: ask for a pack below, or raise --limit.');
  if (parent !== undefined && neighbours.length > 0) {
    lines.push(fold(`Beside ${clean(parent)}: ${neighbours.map(clean).join(', ')}`, screen.columns));
  }
  const pack = children.find(({ type }) => type === 'pack');
  const leaf = children.find(({ type }) => type !== 'pack');
  const next =
    leaf === undefined ? `cap list ${clean(pack?.canonical_path ?? '')}` : `cap inspect ${clean(leaf.canonical_path)}`;
  lines.push(`Next: ${paint.bold(screen.command(next.trimEnd()))}`);
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}
