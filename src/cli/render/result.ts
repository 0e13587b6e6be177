/** A part of a kept output, as it is. */
import type { ResultReadResponse } from '../../contract/result-read.v1.ts';
import { clean, cleanText, paintFor, type Rendered, type Screen } from './screen.ts';
import { valueText } from './value.ts';

export function renderResult(answer: ResultReadResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const shown = answer.text === undefined ? valueText(answer.item, screen.columns, paint.dim) : cleanText(answer.text);
  const { lines, range, truncated } = answer;
  const place =
    lines !== undefined
      ? `lines ${lines.from} to ${lines.to} of ${lines.total}`
      : range === undefined
        ? ''
        : `bytes ${range.from} to ${range.to} of ${range.total}`;
  const more =
    truncated && range !== undefined
      ? `; more: cap result ${clean(answer.result_ref)} --bytes ${range.to}:${range.total}`
      : '';
  const footer = place === '' ? [] : [paint.dim(`${place}${more}`)];
  for (const { path, shown: part, total } of answer.cuts ?? []) {
    footer.push(paint.dim(`${clean(path) === '' ? 'the whole' : clean(path)}: ${part} of ${total} shown`));
  }
  return { stream: 'out', text: `${[shown.replace(/\n$/, ''), ...footer].join('\n')}\n` };
}
