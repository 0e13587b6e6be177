/** Stage 5: documents → the sections of the full-text index, through the one analyzer that queries go through too. */
import type { FieldedDocument } from '../fulltext/fields.ts';
import { RANKING, type RankingConfig } from '../fulltext/ranking-config.ts';
import { buildLexical } from '../fulltext/write.ts';
import { analyze } from '../text/analyze.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Segmenter } from '../text/segmenter.ts';
import type { NumericSection } from '../text/views.ts';

/** The index over documents; `words` and `lexicon` must be those that the same snapshot gives to queries. */
export function indexTexts(
  documents: readonly FieldedDocument[],
  words: Segmenter,
  lexicon: Lexicon,
  config: RankingConfig = RANKING,
): NumericSection[] {
  return buildLexical(documents, (text) => analyze(text, words, lexicon), config);
}
