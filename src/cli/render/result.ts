/** A part of a kept output, as it is. */
import type { ResultReadResponse } from '../../contract/result-read.v1.ts';
import { clean, paintFor, type Rendered, type Screen } from './screen.ts';
import { valueText } from './value.ts';

export function renderResult(answer: ResultReadResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const shown = answer.text === undefined ? valueText(answer.item, screen.columns, paint.dim) : clean(answer.text);
  const { lines, truncated } = answer;
  const place = lines === undefined ? '' : `lines ${lines.from} to ${lines.to} of ${lines.total}`;
  const more =
    truncated && lines !== undefined
      ? `; more: cap result ${clean(answer.result_ref)} --lines ${lines.to + 1}:${lines.total}`
      : '';
  const footer = place === '' ? [] : [paint.dim(`${place}${more}`)];
  return { stream: 'out', text: `${[shown.replace(/\n$/, ''), ...footer].join('\n')}\n` };
}
