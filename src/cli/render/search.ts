/** A search's references as a table, with what to do next. */
import type { ToolSearchResponse } from '../../contract/tool-search.v1.ts';
import { fold } from './fold.ts';
import { clean, effectPaint, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

const RESOLUTIONS: Readonly<Record<ToolSearchResponse['resolution'], string>> = {
  exact: 'This is what you named.',
  exact_filtered: 'What you named is excluded by the filters.',
  confident: 'The first is most likely what you want.',
  ambiguous: 'Several fit; compare before you choose.',
  no_confident_match: 'Nothing here fits well.',
};

/** In a word or two, behind the words of a clause. */
const RESOLUTIONS_OF_A_CLAUSE: typeof RESOLUTIONS = {
  exact: 'named',
  exact_filtered: 'excluded by the filters',
  confident: 'likely',
  ambiguous: 'several fit',
  no_confident_match: 'nothing fits well',
};

export function renderSearch(answer: ToolSearchResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const lines: string[] = [];
  if (answer.candidates.length > 0) {
    const rows = answer.candidates.map((one) => [
      String(one.rank),
      clean(one.canonical_path),
      one.type === 'action' ? one.side_effect : one.type,
      [one.title, one.summary, ...(one.twins ?? []).map((id) => `the same as ${id}`)].map(clean).join('\n'),
    ]);
    const titles = new Set(answer.candidates.map((one) => clean(one.title)));
    lines.push(
      table(['#', 'capability', 'effect', 'what it does'], rows, screen.columns, (text, column, row) => {
        if (row < 0 || column === 0) return paint.dim(text);
        if (column === 1) return paint.cyan(text);
        if (column === 2) return effectPaint(text, paint);
        return titles.has(text) ? paint.bold(text) : text;
      }),
      '',
    );
    if (answer.candidates.some((one) => one.score_breakdown !== undefined)) lines.push(...breakdown(answer), '');
  }
  const filtered = answer.exact_filtered;
  if (filtered !== undefined) lines.push(`${clean(filtered.canonical_path)}: ${filtered.reason.replaceAll('_', ' ')}`);
  const told = `${RESOLUTIONS[answer.resolution]}${answer.hint === undefined ? '' : ` ${clean(answer.hint)}`}`;
  lines.push(fold(told, screen.columns));
  for (const { text, resolution } of answer.clauses ?? []) {
    lines.push(fold(`${clean(text)}: ${RESOLUTIONS_OF_A_CLAUSE[resolution]}`, screen.columns));
  }
  const first = answer.candidates[0];
  const next = first === undefined ? 'cap list' : `cap inspect ${clean(first.canonical_path)}`;
  lines.push(`Next: ${paint.bold(screen.command(next))}`);
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}

function breakdown(answer: ToolSearchResponse): string[] {
  return answer.candidates.flatMap(({ canonical_path, score_breakdown: score }) => {
    if (score === undefined) return [];
    const signals = score.signals.map(({ signal, delta, why }) => `    ${signal} ${delta}: ${clean(why)}`);
    return [`  ${clean(canonical_path)}: ${score.total} (words ${score.lexical})`, ...signals];
  });
}
