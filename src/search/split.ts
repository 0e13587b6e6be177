/**
 * Takes a text that asks for several things apart into action-sized clauses: at a cue ("然后", "and then", "finally"), and
 * in a single sentence also where a new imperative begins ("stash my changes, switch to main"). Knows no documents.
 */
import type { Reading } from '../text/analyze.ts';
import { type Cue, cuesOf } from '../text/lexicon/cues.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Unit } from '../text/lexicon/unit.ts';
import { verbsAt } from '../text/lexicon/verbs.ts';
import { TokenClass } from '../text/token.ts';

/** As many sub-queries as a caller may give. */
const MOST_CLAUSES = 8;

/** A text taken apart, in its order. */
export type TaskClauses = {
  /** The text alone where it asks for one thing. */
  readonly clauses: readonly string[];
  /** One thing after the other to the same object ("who uses port 3000 and stop it"): as a whole the text means neither. */
  readonly isSequence: boolean;
};

export function splitTask(
  reading: Reading,
  lexicon: Lexicon,
  cues: readonly Cue[] = cuesOf(reading.units, lexicon),
): TaskClauses {
  const { normal, units } = reading;
  const splitter = new Splitter(reading, cues, lexicon);
  const cuts = splitter.cuts();
  if (cuts.length === 0) return { clauses: [normal], isSequence: false };
  const clauses: string[] = [];
  let isSequence = false;
  let begin = 0;
  /** What "it" is behind the clauses so far. */
  let object = '';
  for (const { from, to } of [...cuts, { from: units.length, to: units.length }]) {
    const end = units[from]?.start ?? normal.length;
    const clause = trimSigns(normal.slice(units[begin]?.start, end));
    // "stop it" alone could mean anything: the object of the clause before is its own.
    if (object !== '' && ONLY_IT.test(clause)) {
      clauses.push(`${clause} (${object})`);
      isSequence = true;
    } else {
      clauses.push(clause);
      object = trimSigns(normal.slice(units[splitter.objectAt(begin, from)]?.start, end));
    }
    begin = to;
  }
  if (clauses.length <= MOST_CLAUSES) return { clauses, isSequence };
  const rest = clauses.slice(MOST_CLAUSES - 1).join(' ');
  return { clauses: [...clauses.slice(0, MOST_CLAUSES - 1), rest], isSequence };
}

/** The units [from, to) that part two clauses: a cue, or nothing. */
type Cut = { readonly from: number; readonly to: number };

/** Cues at which a text may fall apart. The others steer what stands in a clause. */
const CUTS: readonly Cue['kind'][] = ['sequence', 'addition', 'last', 'clause_and'];

/** Cues that a clause may begin with, before its verb. */
const OPENERS: readonly Cue['kind'][] = ['first', 'read_only_wish'];

/** Behind these a cue speaks of another task; `first` opens the one it stands in, and `clause_and` also joins nouns. */
const STRONG_AT_PIECE: readonly Cue['kind'][] = ['sequence', 'addition', 'last'];

class Splitter {
  private readonly reading: Reading;
  private readonly units: readonly Unit[];
  private readonly lexicon: Lexicon;
  private readonly cues: readonly Cue[];
  private knownVerbs: readonly number[] | undefined;

  constructor(reading: Reading, cues: readonly Cue[], lexicon: Lexicon) {
    this.reading = reading;
    this.units = reading.units;
    this.lexicon = lexicon;
    this.cues = cues;
  }

  cuts(): Cut[] {
    const cuts: Cut[] = [];
    let begin = 0;
    for (let at = 1; at < this.units.length; at++) {
      if (at <= begin) continue;
      const cut = this.cutAt(at, begin);
      if (cut === null) continue;
      cuts.push(cut);
      begin = cut.to;
    }
    return cuts;
  }

  /** Where the object of the clause [from, to) begins: behind the verb or the asking word that opens it. */
  objectAt(from: number, to: number): number {
    const { normal } = this.reading;
    const asking = QUESTION.exec(normal.slice(this.units[from]?.start))?.[0];
    const verb = this.beginsWithVerb(from) ? this.verbBehind(from) : undefined;
    const opening = verb === undefined ? asking?.length : verb.end - (this.units[from]?.start ?? 0);
    if (opening === undefined) return from;
    const end = (this.units[from]?.start ?? 0) + opening;
    const at = this.units.findIndex(({ start }, i) => i > from && start >= end);
    return at < 0 || at >= to ? from : at;
  }

  private verbBehind(from: number) {
    const at = this.verbs().find((verb) => verb >= from);
    const start = at === undefined ? undefined : this.units[at]?.start;
    return this.reading.tokens.find((token) => token.cls === TokenClass.CONCEPT && token.start === start);
  }

  private cutAt(at: number, begin: number): Cut | null {
    const opensPiece = this.units[at]?.continues === false;
    const cue = this.cueAt(at);
    if (cue === undefined || !CUTS.includes(cue.kind)) {
      const isList = opensPiece && this.isOneSentence() && !ENUMERATION.test(this.between(at));
      return isList && this.beginsWithVerb(at) && this.beginsTask(begin) ? { from: at, to: at } : null;
    }
    const next = this.cueAt(cue.to);
    const to = next === undefined || !(CUTS.includes(next.kind) || next.kind === 'first') ? cue.to : next.to;
    if (cue.kind === 'sequence' || next?.kind === 'sequence' || (opensPiece && STRONG_AT_PIECE.includes(cue.kind))) {
      return this.hasVerb(begin, at) && this.hasVerb(to, this.units.length) ? { from: at, to } : null;
    }
    return this.isOneSentence() && this.beginsWithVerb(to) && this.beginsTask(begin) ? { from: at, to } : null;
  }

  /** Where something is said to be done; what must not be done is no task. Most texts never get here. */
  private verbs(): readonly number[] {
    const { units, tokens } = this.reading;
    this.knownVerbs ??= verbsAt(units, tokens, this.lexicon)
      .map(({ from }) => from)
      .filter((at) => !this.isNegated(at));
    return this.knownVerbs;
  }

  private isOneSentence(): boolean {
    return !this.units.some((_, at) => at > 0 && SENTENCE_END.test(this.between(at)));
  }

  private cueAt(at: number): Cue | undefined {
    return this.cues.find((cue) => cue.from === at);
  }

  private hasVerb(from: number, to: number): boolean {
    return this.verbs().some((verb) => verb >= from && verb < to);
  }

  /** Something is told to be done, or asked. */
  private beginsTask(from: number): boolean {
    return QUESTION.test(this.reading.normal.slice(this.units[from]?.start)) || this.beginsWithVerb(from);
  }

  /** Function words, "first" and "just look" before the verb do not count. */
  private beginsWithVerb(from: number): boolean {
    const verbs = this.verbs();
    const leads = (at: number) => this.units[at]?.stop === true || OPENERS.includes(this.cueAt(at)?.kind ?? 'last');
    let at = from;
    while (!verbs.includes(at) && leads(at)) at++;
    return verbs.includes(at);
  }

  private isNegated(at: number): boolean {
    return this.cues.some(({ kind, to }) => {
      if (kind !== 'negation' || to > at) return false;
      for (let i = to; i <= at; i++) if (this.units[i]?.continues === false) return false;
      return true;
    });
  }

  /** The signs before a unit. */
  private between(at: number): string {
    return this.reading.normal.slice(this.units[at - 1]?.end, this.units[at]?.start);
  }
}

/** A verb and a pronoun in the place of what is meant; [㐀-鿿] are the ideographs that words are made of. */
const ONLY_IT =
  /^(?:[a-z]+(?: [a-z]+)? (?:it|them|that|this)|把(?:它|它们|这个|那个)[㐀-鿿]{1,4}|[㐀-鿿]{1,4}(?:它|它们|这个|那个))$/i;
/** What opens a question. */
const QUESTION = /^(?:(?:who|what|which|where|why|how)\b|谁|什么|啥|哪(?:一?[个些])?|为什么|怎么)/;
const SENTENCE_END = /[.!?。！？;；:：]/;
/** Parts nouns, not tasks. */
const ENUMERATION = /[、/]/;

function trimSigns(clause: string): string {
  return clause.replace(/^[\s,，;；、.。!！?？]+|[\s,，;；、.。!！?？]+$/g, '');
}
