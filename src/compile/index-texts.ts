/** Stage 5: documents → the sections of the full-text index, through the one analyzer that queries go through too. */
import type { FieldedDocument } from '../fulltext/fields.ts';
import { RANKING, type RankingConfig } from '../fulltext/ranking-config.ts';
import { buildLexical } from '../fulltext/write.ts';
import { analyze } from '../text/analyze.ts';
import type { Segmenter } from '../text/segmenter.ts';
import type { NumericSection } from '../text/views.ts';

/** The index over documents; `words` must be the segmenter that the same snapshot's dictionary gives to queries. */
export function indexTexts(
  documents: readonly FieldedDocument[],
  words: Segmenter,
  config: RankingConfig = RANKING,
): NumericSection[] {
  return buildLexical(documents, (text) => analyze(text, words), config);
}
