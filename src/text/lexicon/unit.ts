/** The units that surfaces are met by: one Latin word or number, or one ideograph; and how a row of them is spelled. */

export type Unit = {
  /** Folded, as written. */
  readonly form: string;
  /** The stem of a Latin word; otherwise as `form`. */
  readonly stem: string;
  readonly isHan: boolean;
  /** True where a word begins, and where one ends: always for Latin units; for ideographs the segmenter says so. */
  readonly opens: boolean;
  readonly closes: boolean;
  /** False where something other than blanks and joiners stands before it: no surface reaches over that. */
  readonly continues: boolean;
  /** As in Token. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
};

/** Units spelled as one text for the trie: where each begins in it, and by place which unit ends there (-1: none). */
export type Spelling = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly unitEnding: Int32Array;
};

/**
 * A blank between two Latin units, nothing beside an ideograph, and a sign that stands in no surface where nothing may
 * reach over.
 */
export function spell(units: readonly Unit[], by: 'form' | 'stem'): Spelling {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let previous: Unit | undefined;
  for (const unit of units) {
    if (previous !== undefined) {
      if (!unit.continues) text += BREAK;
      else if (!unit.isHan && !previous.isHan) text += ' ';
    }
    starts.push(text.length);
    text += unit[by];
    ends.push(text.length);
    previous = unit;
  }
  const unitEnding = new Int32Array(text.length + 1).fill(-1);
  for (let i = 0; i < ends.length; i++) unitEnding[ends[i] as number] = i;
  return { text, starts, unitEnding };
}

const BREAK = '\n';
