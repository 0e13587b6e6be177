/** Reads the full-text index in place: nothing is loaded at start, and a term touches its own postings only. */
import type { IntView } from '../text/views.ts';
import {
  LENGTHS,
  LEXICAL_SHAPE,
  MIDDLE_LENGTH,
  POSTINGS_ALIGNMENT,
  POSTINGS_DATA,
  POSTINGS_STARTS,
  postingBytes,
  TERMS_TABLE,
} from './layout.ts';
import type { LexicalIndex, Postings } from './lexical.ts';
import type { ByteView, SectionViews } from './section-view.ts';
import { StringTable } from './string-table.ts';

/** The index that buildLexical wrote. */
export function openLexical(sections: SectionViews): LexicalIndex {
  return new StoredIndex(sections);
}

/** Several parts of a search ask for the same terms: is it known, is it mistyped, where does it stand. */
const MOST_REMEMBERED = 1024;
/** And for their postings: those of one query, but no more, since at 100,000 capabilities a common term's are half a megabyte. */
const MOST_KEPT = 128;

class StoredIndex implements LexicalIndex {
  private readonly asked = new Map<string, number>();
  private readonly looked = new Map<number, Postings>();
  readonly vocabularySize: number;
  private readonly terms: StringTable;
  private readonly starts: IntView;
  private readonly data: ByteView;
  private readonly width: 2 | 4;
  private readonly sections: SectionViews;
  /** Opened by the first question that asks: most are short, and need none. */
  private lengths: ByteView | undefined;

  constructor(sections: SectionViews) {
    this.sections = sections;
    this.terms = new StringTable(sections, TERMS_TABLE);
    this.starts = sections.numbers(POSTINGS_STARTS);
    this.data = sections.bytes(POSTINGS_DATA);
    this.width = sections.numbers(LEXICAL_SHAPE).at(1) === 2 ? 2 : 4;
    this.vocabularySize = this.terms.length;
  }

  termId(key: string): number {
    let id = this.asked.get(key);
    if (id === undefined) {
      id = this.terms.find(key);
      if (this.asked.size === MOST_REMEMBERED) this.asked.clear();
      this.asked.set(key, id);
    }
    return id;
  }

  term(termId: number): string {
    return this.terms.at(termId);
  }

  documentFrequency(termId: number): number {
    const bytes = (this.starts.at(termId + 1) - this.starts.at(termId)) * POSTINGS_ALIGNMENT;
    return Math.floor(bytes / postingBytes(this.width));
  }

  postings(termId: number): Postings {
    let postings = this.looked.get(termId);
    if (postings === undefined) {
      postings = this.read(termId);
      if (this.looked.size === MOST_KEPT) this.looked.clear();
      this.looked.set(termId, postings);
    }
    return postings;
  }

  private read(termId: number): Postings {
    const { width } = this;
    const from = this.starts.at(termId) * POSTINGS_ALIGNMENT;
    const to = this.starts.at(termId + 1) * POSTINGS_ALIGNMENT;
    const count = Math.floor((to - from) / postingBytes(width));
    const bytes = this.data.slice(from, to);
    const { buffer, byteOffset } = bytes;
    return {
      docs: width === 2 ? new Uint16Array(buffer, byteOffset, count) : new Uint32Array(buffer, byteOffset, count),
      impacts: new Uint16Array(buffer, byteOffset + count * width, count),
      masks: bytes.subarray(count * (width + 2), count * (width + 3)),
    };
  }

  relativeLength(doc: number): number {
    this.lengths ??= this.sections.bytes(LENGTHS);
    return this.lengths.at(doc) - MIDDLE_LENGTH;
  }

  prefixRange(prefix: string): { from: number; to: number } {
    return this.terms.prefixRange(prefix);
  }
}
