/**
 * Questions with a known end, for fitting how sure a search may be: those that have an answer, those of another set, and
 * those whose answer was left out of the catalog with its whole pack. It fits nothing.
 */
import { type Compiled, compileCapabilities } from '../../src/compile/compile.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import type { LexicalIndex } from '../../src/fulltext/lexical.ts';
import { bestElsewhere } from '../../src/search/elsewhere.ts';
import { type Evidence, evidenceOf } from '../../src/search/evidence.ts';
import { understand } from '../../src/search/query.ts';
import { rank } from '../../src/search/rank.ts';
import { recoverer } from '../../src/search/recover.ts';
import { retrieve } from '../../src/search/retrieve.ts';
import type { Snapshot } from '../../src/snapshot/read.ts';
import { readText } from '../../src/text/analyze.ts';
import type { NumericSection } from '../../src/text/views.ts';

/** A query and the ids that answer it. */
export type Question = { readonly text: string; readonly answers: readonly string[] };

/** A catalog with its questions. `subject` tells which other sets ask for what it cannot have; null: it may have anything. */
export type JudgedSet = {
  readonly name: string;
  readonly subject: string | null;
  readonly capabilities: Compiled['capabilities'];
  readonly questions: readonly Question[];
};

export type Observation = {
  readonly set: string;
  /** The pack of what is asked for, or the question itself: what belongs together when a part is left out of a fit. */
  readonly group: string;
  readonly kind: 'has_answer' | 'other_set' | 'left_out' | 'judged_without';
  readonly evidence: Evidence;
  /**
   * How well the best of the common operations fits, in per mille. That the first candidate may be that very operation is
   * left to the judge: a fit that knows it recognises 77.1 instead of 81.0% of the own questions without an answer where
   * as many others are falsely held unanswerable (2.6%), and no more of the foreign ones.
   */
  readonly elsewhere: number;
  /** By how much the first stands before the second, per mille of its score. */
  readonly margin: number;
  readonly firstIsRight: boolean;
};

/** As many questions of each kind as say something; the rest would only repeat it. */
const MOST = { hasAnswer: 2000, otherSet: 40, leftOut: 120 } as const;
/** The packs are left out in so many parts, one after the other. */
const PARTS = 4;

/** All observations of one set. `others` are the sets whose questions it may be asked; `without` are judged to have none. */
export function observe(
  set: JudgedSet,
  others: readonly JudgedSet[],
  without: readonly string[],
  language: readonly NumericSection[],
): Observation[] {
  const open = (capabilities: Compiled['capabilities']) =>
    openBytes(compileCapabilities(capabilities, { dictionary: language }).snapshot);
  const whole = open(set.capabilities);
  const found: Observation[] = [];
  const look = (snapshot: Snapshot, kind: Observation['kind'], { text, answers }: Question) => {
    const seen = lookAt(snapshot, text, answers);
    if (seen !== null)
      found.push({ set: set.name, group: answers[0] === undefined ? text : packOf(answers[0]), kind, ...seen });
  };
  for (const question of sample(set.questions, MOST.hasAnswer)) look(whole, 'has_answer', question);
  for (const text of without) look(whole, 'judged_without', { text, answers: [] });
  for (const other of others) {
    if (set.subject === null || other.subject === set.subject) continue;
    for (const { text } of sample(other.questions, MOST.otherSet)) look(whole, 'other_set', { text, answers: [] });
  }
  const held = sample(set.questions, MOST.leftOut);
  for (let part = 0; part < PARTS; part += 1) {
    const isOut = (id: string) => hash(packOf(id)) % PARTS === part;
    const asked = held.filter(({ answers }) => answers.every(isOut));
    if (asked.length === 0) continue;
    const rest = open(set.capabilities.filter(({ id }) => !isOut(id)));
    for (const { text } of asked) look(rest, 'left_out', { text, answers: [] });
  }
  return found;
}

/** The evidence for the first candidate; null where a query finds nothing at all: then nothing is to be judged. */
function lookAt(snapshot: Snapshot, text: string, answers: readonly string[]) {
  const { bitmap } = snapshot.common.openOn('linux');
  const written = readText(text, snapshot.words, snapshot.lexicon);
  const recovered = recoverer(snapshot, bitmap)(written);
  const { lexicon, elsewhere } = snapshot;
  const understoodBy = (lexical: Pick<LexicalIndex, 'termId'>) =>
    understand(
      text,
      (recovered ?? { reading: written }).reading,
      { lexical, lexicon },
      undefined,
      recovered ?? undefined,
    );
  const query = understoodBy(snapshot.lexical);
  const ranked = rank(retrieve(query, snapshot, bitmap, 100).top, query, snapshot, 2);
  const [first, second] = ranked;
  if (first === undefined) return null;
  const best = elsewhere === null ? null : bestElsewhere(understoodBy(elsewhere), elsewhere);
  return {
    evidence: evidenceOf(query, first.doc, snapshot).evidence,
    elsewhere: best?.fit ?? 0,
    margin: second === undefined ? 1000 : Math.floor((1000 * (first.score - second.score)) / first.score),
    firstIsRight: answers.includes(snapshot.id(first.doc)),
  };
}

/** The same part of a list every time, from all over it. */
function sample(questions: readonly Question[], most: number): Question[] {
  return [...questions].sort((a, b) => hash(a.text) - hash(b.text)).slice(0, most);
}

/** The first two parts of an id, or as many as it has without its last. */
function packOf(id: string): string {
  const parts = id.split(/[. ]/);
  return parts.slice(0, Math.max(1, Math.min(2, parts.length - 1))).join('.');
}

/** A number of a text, the same every time. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) as number), 0x01000193);
  return value >>> 0;
}
