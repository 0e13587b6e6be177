/**
 * What people ask of computers elsewhere: common operations, with a full-text index of their own, that ride along with the
 * lexicon in every snapshot. A search compares them with its capabilities to know what it has not. They are no candidates.
 */
import { LEXICAL_SHAPE, POSTINGS_DATA, POSTINGS_STARTS, TERMS_TABLE } from '../fulltext/layout.ts';
import type { LexicalIndex } from '../fulltext/lexical.ts';
import { openLexical } from '../fulltext/read.ts';
import type { SectionViews } from '../fulltext/section-view.ts';
import { StringTable, stringTableSections } from '../fulltext/string-table.ts';
import { TokenClass, termClass } from '../text/token.ts';
import type { NumericSection } from '../text/views.ts';
import type { Sections } from './sections.ts';

/** What they are called, in English, ascending: an operation's number is its place. */
export const LABELS_TABLE = 'labels';
/** u32, by operation: how strongly it is met by its own texts in a language; 0 where it has none. */
export const USUAL = { zh: 'usual_zh', en: 'usual_en' } as const;

/**
 * What its index holds of a text. Characters and their pairs are two thirds of the terms of a Chinese query, and looking
 * them up would be most of the work of a cold search here; without them .961 instead of .963 of the area under the ROC
 * curve is left where nothing was tuned.
 */
const CLASSES: readonly number[] = [TokenClass.WORD_EN, TokenClass.HAN_WORD, TokenClass.WORD_OTHER, TokenClass.CONCEPT];

/** Before the names that its sections would have in the index of a catalog. */
const PREFIX = 'elsewhere.';
/** Everything but lengths: a short text and a long one are compared with themselves here. */
const NAMES = [
  LEXICAL_SHAPE,
  ...stringTableSections(TERMS_TABLE),
  POSTINGS_STARTS,
  POSTINGS_DATA,
  USUAL.zh,
  USUAL.en,
  ...stringTableSections(LABELS_TABLE),
];

export const ELSEWHERE_SECTIONS = NAMES.map((name) => PREFIX + name);

export type Elsewhere = {
  /** How many operations there are: their numbers are the documents of the index. */
  readonly count: number;
  readonly index: LexicalIndex;
  /** The id of a term's key in the index, or -1. */
  termId(key: string): number;
  usual(language: 'zh' | 'en', operation: number): number;
  label(operation: number): string;
};

/** Null in a snapshot that knows of none. */
export function openElsewhere(sections: Sections): Elsewhere | null {
  if (!sections.has(PREFIX + USUAL.en)) return null;
  const own: SectionViews = {
    numbers: (name) => sections.numbers(PREFIX + name),
    bytes: (name) => sections.bytes(PREFIX + name),
  };
  const usual = { zh: own.numbers(USUAL.zh), en: own.numbers(USUAL.en) };
  const index = openLexical(own);
  return {
    count: usual.en.length,
    index,
    termId: (key) => (isIndexed(key) ? index.termId(key) : -1),
    usual: (language, operation) => usual[language].at(operation),
    label: (operation) => new StringTable(own, LABELS_TABLE).at(operation),
  };
}

/** True for the key of a term that the index may hold. */
export function isIndexed(key: string): boolean {
  return CLASSES.includes(termClass(key));
}

/** Those of `sections` that belong here, under the names that they have in a snapshot. */
export function elsewhereSections(sections: readonly NumericSection[]): NumericSection[] {
  return sections
    .filter(({ name }) => NAMES.includes(name))
    .map((section) => ({ ...section, name: PREFIX + section.name }));
}
