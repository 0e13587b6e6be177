/**
 * Calibration: how strongly each capability is met by a text that certainly means it, namely its own titles, summaries,
 * aliases and situations. A search compares the strength of a match with it (search/evidence.ts), so that "strong" means
 * the same in every catalog. It knows the index, no queries.
 */
import type { Bilingual, Capability } from '../capability/capability.ts';
import { holdingOf, type SoughtTerm } from '../fulltext/holding.ts';
import type { LexicalIndex } from '../fulltext/lexical.ts';
import { openLexical } from '../fulltext/read.ts';
import { plainSections } from '../fulltext/section-view.ts';
import { analyze } from '../text/analyze.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Segmenter } from '../text/segmenter.ts';
import { TokenClass } from '../text/token.ts';
import type { NumericSection } from '../text/views.ts';

/** More aliases or situations than this say nothing new of the mean. */
const MOST_OF_A_KIND = 8;

/** What a document says in one language; nothing where it does not speak it. */
export type TextsIn = (language: Language) => readonly string[];

/** `column.usual_zh` and `column.usual_en` of a catalog (see strengthsOf). */
export function usualStrengths(
  capabilities: readonly Capability[],
  lexical: readonly NumericSection[],
  words: Segmenter,
  lexicon: Lexicon,
): NumericSection[] {
  const texts = capabilities.map(
    (capability): TextsIn =>
      (language) =>
        textsIn(capability, language),
  );
  const { zh, en } = strengthsOf(texts, lexical, words, lexicon);
  return [
    { name: 'column.usual_zh', type: 'u32', data: zh },
    { name: 'column.usual_en', type: 'u32', data: en },
  ];
}

/**
 * By document the mean over its texts in that language, 0 where it has no text at all. Where it has none in that language,
 * over those in the other by their concepts alone, since nothing else of a query can meet them.
 */
export function strengthsOf(
  documents: readonly TextsIn[],
  lexical: readonly NumericSection[],
  words: Segmenter,
  lexicon: Lexicon,
): Record<Language, Uint32Array<ArrayBuffer>> {
  const strengths = new Strengths(openLexical(plainSections(lexical)), words, lexicon);
  const column = (language: Language) =>
    Uint32Array.from(documents, (texts, doc) => strengths.usual(texts, doc, language));
  return { zh: column('zh'), en: column('en') };
}

type Language = 'zh' | 'en';

class Strengths {
  private readonly index: LexicalIndex;
  private readonly words: Segmenter;
  private readonly lexicon: Lexicon;
  private readonly ids = new Map<string, number>();

  constructor(index: LexicalIndex, words: Segmenter, lexicon: Lexicon) {
    this.index = index;
    this.words = words;
    this.lexicon = lexicon;
  }

  usual(textsOf: TextsIn, doc: number, language: Language): number {
    const own = textsOf(language);
    const texts = own.length > 0 ? own : textsOf(language === 'zh' ? 'en' : 'zh');
    if (texts.length === 0) return 0;
    const sum = texts.reduce((all, text) => all + this.strength(text, doc, own.length === 0), 0);
    return Math.floor(sum / texts.length);
  }

  private strength(text: string, doc: number, conceptsAlone: boolean): number {
    const terms = new Map<number, SoughtTerm>();
    for (const { term, cls, share, stop } of analyze(text, this.words, this.lexicon)) {
      if (stop || (conceptsAlone && cls !== TokenClass.CONCEPT)) continue;
      const termId = this.idOf(term);
      if (termId >= 0 && !terms.has(termId)) terms.set(termId, { termId, share });
    }
    return holdingOf(this.index, doc, [...terms.values()]).strength;
  }

  private idOf(term: string): number {
    let id = this.ids.get(term);
    if (id === undefined) {
      id = this.index.termId(term);
      this.ids.set(term, id);
    }
    return id;
  }
}

function textsIn({ title, summary, aliases, whenToUse }: Capability, language: Language): string[] {
  const texts = (some: readonly Bilingual[]) => some.map((text) => text[language]);
  const all = [
    title[language],
    summary[language],
    ...aliases[language].slice(0, MOST_OF_A_KIND),
    ...texts(whenToUse.slice(0, MOST_OF_A_KIND)),
  ];
  return all.filter((text) => text !== undefined && text !== '') as string[];
}
