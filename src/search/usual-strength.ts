/** How strongly documents are met by their own texts: the column that the compiler wrote. It knows no query. */
import type { Snapshot } from '../snapshot/read.ts';
import type { IntView } from '../text/views.ts';

/** By document, 0 for one without a text in this language; undefined in a snapshot that was never calibrated. */
export function usualStrengths(language: 'zh' | 'en', { sections }: Snapshot): IntView | undefined {
  const name = `column.usual_${language}`;
  return sections.has(name) ? sections.numbers(name) : undefined;
}
