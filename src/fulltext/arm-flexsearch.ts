/**
 * The FlexSearch arm, over the same terms as ours, so that what is compared is its ranking and not its charset. It gives an
 * order without scores. For evaluation only: the module costs some 57 ms to load.
 */
import { Index } from 'flexsearch';
import type { ArmMaterial, LexicalArm } from './arm.ts';
import { FIELDS } from './fields.ts';

export function flexsearchArm({ count, documents, analyze }: ArmMaterial): LexicalArm {
  const encode = (text: string): string[] =>
    analyze(text)
      .filter(({ stop }) => !stop)
      .map(({ term }) => term);
  // A function as encoder has no cache, and so none of the timers that keep a process alive.
  const index = new Index({ tokenize: 'strict', encoder: encode });
  documents().forEach(({ fields }, doc) => {
    index.add(doc, FIELDS.flatMap(({ name }) => fields[name]).join('\n'));
  });
  return {
    name: 'flexsearch',
    search: ({ text }, eligible, limit) => {
      const found = index.search(text, { limit: count, suggest: true }) as number[];
      const left = eligible === null ? found : found.filter((doc) => eligible[doc] !== 0);
      const top = left.slice(0, limit).map((doc, at) => ({ doc, score: left.length - at, mask: 0, matched: 0 }));
      return { top, total: left.length };
    },
  };
}
