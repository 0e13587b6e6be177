/**
 * The small parts that manifests are made of: texts in two languages, ids, vocabulary terms, free JSON, names of programs.
 * It knows no kind of capability.
 */
import { z } from 'zod';
import type { Json, JsonObject } from './capability.ts';

/** A response carries at most this much of a summary (tool-search.v1), so a longer one could never be shown whole. */
export const MAX_SUMMARY_CODE_POINTS = 256;
/** One line of a terminal table. */
export const MAX_TITLE_CODE_POINTS = 80;
/** A boundary, a note or an alias is a sentence, not a page. */
const MAX_PHRASE_CODE_POINTS = 400;
/** Long enough for a page of explanation, short enough that a contract stays within 16 KiB. */
export const MAX_DESCRIPTION_CODE_POINTS = 4_000;
/** A recipe is read in one go by an agent: about 8,000 Chinese characters. */
export const MAX_BODY_CODE_POINTS = 16_000;
/** Segments of lower-case words joined by dots; the last one names the capability, the others its pack. */
const ID_PATTERN = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;
export const TERM_PATTERN = /^[a-z][a-z0-9_]*$/;
/** A name of the environment. */
export const VARIABLE_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ARGUMENT_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** No separator, so never a relative or absolute path. */
const EXECUTABLE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
/** C0 and C1 controls and the bidirectional overrides: they can make a shown text differ from what it says. */
const UNSAFE_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
export const UNSAFE_IN_BLOCK = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const codePoints = (text: string): number => [...text].length;

export function text(maximum: number, unsafe: RegExp) {
  return z
    .string()
    .min(1)
    .refine((value) => value.trim() !== '', { message: 'is blank' })
    .refine((value) => codePoints(value) <= maximum, { message: `is longer than ${maximum} characters` })
    .refine((value) => !unsafe.test(value), { message: 'holds a control or bidirectional character' })
    .refine((value) => value.isWellFormed(), { message: 'holds a lone surrogate' })
    .meta({ maxLength: maximum });
}

export const line = (maximum: number) => text(maximum, UNSAFE_IN_LINE);
export const phrase = line(MAX_PHRASE_CODE_POINTS);

export const LANGUAGES_MESSAGE = 'needs zh or en';

export function bilingual<T extends z.ZodType>(each: T, description: string) {
  return z
    .strictObject({
      zh: each.optional().describe('In Chinese.'),
      en: each.optional().describe('In English.'),
    })
    .refine((value) => value.zh !== undefined || value.en !== undefined, { message: LANGUAGES_MESSAGE })
    .describe(description);
}

export function phrases(description: string) {
  return bilingual(z.array(phrase).max(40), description);
}

export const id = z.string().max(128).regex(ID_PATTERN, { message: 'is not an id: lower-case words joined by dots' });
export const terms = (layer: string, description: string) =>
  z
    .array(z.string().max(64).regex(TERM_PATTERN, { message: 'is not a vocabulary term' }))
    .max(8)
    .describe(`${description} Terms of the layer "${layer}" of lexicon/vocabulary.yaml.`);

export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
export const jsonObject = z.record(z.string(), json) as unknown as z.ZodType<JsonObject>;
/** A bare name, looked up in the absolute directories of the caller's PATH. */
export const executable = z.string().max(64).regex(EXECUTABLE_PATTERN, { message: 'is not a bare executable name' });

export const argument = z
  .string()
  .regex(ARGUMENT_PATTERN, { message: 'is not an argument name' })
  .describe('The name of a property of arguments_schema.');
