/** What a document does, as families of verbs: the column that the compiler wrote. It knows no query. */
import type { Snapshot } from '../snapshot/read.ts';

/** At most four, the foremost first; none where the snapshot was made without a lexicon. */
export function familiesOfDocument(doc: number, { sections }: Snapshot): number[] {
  if (!sections.has('column.families')) return [];
  const found: number[] = [];
  for (let packed = sections.numbers('column.families').at(doc); packed > 0; packed >>>= 8) found.push(packed & 0xff);
  return found;
}
