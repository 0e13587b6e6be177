/** The shape of lexicon/vocabulary.yaml, the controlled vocabulary: three layers of terms with their names. */
import { z } from 'zod';
import { line, MAX_TITLE_CODE_POINTS, TERM_PATTERN } from './manifest-text.ts';

const term = z.strictObject({ zh: line(MAX_TITLE_CODE_POINTS), en: line(MAX_TITLE_CODE_POINTS) });
const layer = (description: string) =>
  z.record(z.string().regex(TERM_PATTERN, { message: 'is not a vocabulary term' }), term).describe(description);

/** The controlled vocabulary, lexicon/vocabulary.yaml: three layers of terms with their names. */
export const VocabularyManifest = z
  .strictObject({
    version: z.int().min(1).describe('Raised when a term is removed or changes its meaning.'),
    domain: layer('What capabilities are about: allowed in entities.'),
    action: layer('What people want: allowed in intents.'),
    qualifier: layer('What narrows the two: allowed in qualifiers.'),
  })
  .describe('The controlled vocabulary of a catalog.');
export type VocabularyManifest = z.infer<typeof VocabularyManifest>;
