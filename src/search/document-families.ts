/** What a document does, as families of verbs: the column that the compiler wrote. It knows no query. */
import type { Snapshot } from '../snapshot/read.ts';
import type { IntView } from '../text/views.ts';

/** The column of a snapshot, or null where it has none: it is asked for several times a candidate. */
const columns = new WeakMap<Snapshot['sections'], IntView | null>();

/** At most four, the foremost first; none where the snapshot was made without a lexicon. */
export function familiesOfDocument(doc: number, { sections }: Snapshot): number[] {
  let column = columns.get(sections);
  if (column === undefined) {
    column = sections.has('column.families') ? sections.numbers('column.families') : null;
    columns.set(sections, column);
  }
  const found: number[] = [];
  for (let packed = column?.at(doc) ?? 0; packed > 0; packed >>>= 8) found.push(packed & 0xff);
  return found;
}
