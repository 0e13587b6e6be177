/** The shapes of the files of a lexicon: concepts/*.yaml, intents.yaml, cues.yaml, elsewhere/*.yaml. */
import { z } from 'zod';
import { CONCEPT_KINDS } from '../text/lexicon/layout.ts';

const id = z.string().regex(/^[a-z][a-z0-9_]*$/, { message: 'is not a concept id (lower_snake)' });
const surface = z.string().min(1).max(64);

const concept = z.strictObject({
  id,
  kind: z.enum(CONCEPT_KINDS),
  zh: z.array(surface),
  en: z.array(surface),
  near: z.array(id).optional(),
  parts: z.array(id).optional(),
});

const ambiguous = z.union([
  z.strictObject({ zh: surface, ids: z.array(id).min(2).max(4) }),
  z.strictObject({ en: surface, ids: z.array(id).min(2).max(4) }),
]);

/** One theme of the lexicon. */
export const ConceptTheme = z.strictObject({
  version: z.int().min(1),
  concepts: z.array(concept),
  ambiguous: z.array(ambiguous).optional(),
});
export type ConceptTheme = z.infer<typeof ConceptTheme>;

/** Turns of phrase that steer a request, and the words that hold a cue's characters and are none. */
export const CueTable = z.strictObject({
  version: z.int().min(1),
  cues: z.array(
    z.strictObject({
      id,
      scope: z.enum(['after', 'before', 'whole', 'split', 'join']),
      zh: z.array(surface),
      en: z.array(surface),
    }),
  ),
  guards: z.strictObject({ zh: z.array(surface), en: z.array(surface) }),
});
export type CueTable = z.infer<typeof CueTable>;

/** Families of verbs, with the effect that they usually have and the action terms that answer them. */
export const IntentTable = z.strictObject({
  version: z.int().min(1),
  intents: z
    .array(
      z.strictObject({
        id,
        effect: z.enum(['read', 'write', 'destructive']),
        verbs: z.array(id),
        actions: z.array(z.string()).optional(),
        opposites: z.array(id).optional(),
      }),
    )
    .max(255),
});
export type IntentTable = z.infer<typeof IntentTable>;

const phrase = z.string().min(1).max(128);

/** Common operations: an operation's English phrases begin with the one that it is called by. */
export const OperationTheme = z.strictObject({
  version: z.int().min(1),
  operations: z.array(
    z.strictObject({
      en: z.array(phrase).min(1),
      zh: z.array(phrase),
      symptoms: z.array(z.string().min(1).max(256)).optional(),
    }),
  ),
});
export type OperationTheme = z.infer<typeof OperationTheme>;
