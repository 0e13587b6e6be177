/** Which capability the words behind a verb name: its id or its CLI path, in any spelling. It searches nothing. */
import type { Snapshot } from '../snapshot/read.ts';
import { foldKey } from '../text/fold-key.ts';

/** The canonical id, or the words as an id would be spelled, for a refusal that suggests the nearest one. */
export function idOfWords(
  words: readonly string[],
  snapshot: Pick<Snapshot, 'keys' | 'id'>,
  hidden?: (id: string) => boolean,
): string {
  const hit = snapshot.keys
    .lookup(foldKey(words.join(' ')))
    .find(({ kind, doc }) => (kind === 'id' || kind === 'cli_path') && hidden?.(snapshot.id(doc)) !== true);
  return hit === undefined ? words.join('.') : snapshot.id(hit.doc);
}
