/**
 * What a query rules out or asks to be careful with: actions that must not be done, things that are not meant, looking
 * only, nothing lost, a goal without an object. It reads turns of phrase; what that means for a candidate is for a signal.
 */
import type { Reading } from '../text/analyze.ts';
import type { Cue } from '../text/lexicon/cues.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Unit } from '../text/lexicon/unit.ts';
import { conceptOf, type Token, TokenClass } from '../text/token.ts';

export type Constraints = {
  /** Concept terms that are ruled out, in the order of the text, and the family of those that are verbs (0: none). */
  readonly unwanted: readonly { readonly term: string; readonly family: number }[];
  /** Families of verbs that destroy and are ruled out. */
  readonly unwantedFamilies: readonly number[];
  /** What is ruled out is all that is said. */
  readonly rulesOutAll: boolean;
  /** Nothing may be changed. */
  readonly lookOnly: boolean;
  /** Something must stay as it is. */
  readonly keeps: boolean;
  /** The cause is asked for, or it is not said what should be done. */
  readonly open: boolean;
  /** True for a token in what is ruled out, or in a phrase that only says that the goal is vague. */
  readonly isUnasked: (token: Token) => boolean;
};

export const UNCONSTRAINED: Constraints = {
  unwanted: [],
  unwantedFamilies: [],
  rulesOutAll: false,
  lookOnly: false,
  keeps: false,
  open: false,
  isUnasked: () => false,
};

/** The constraints that the cues of a reading set. A text without a cue has none. */
export function constraintsOf(reading: Reading, cues: readonly Cue[], lexicon: Lexicon): Constraints {
  if (cues.length === 0) return UNCONSTRAINED;
  const has = (kind: Cue['kind']) => cues.some((cue) => cue.kind === kind);
  const spans = ruledOutSpans(reading, cues, lexicon);
  // "Don't upgrade anything" is not vague.
  const isRuledOut = ({ from }: Cue) => spans.some(({ start, end }) => isPlaceIn(reading.units[from], start, end));
  const said = cues.filter((cue) => !isRuledOut(cue));
  const aside = [...spans, ...leftAlone(reading, said), ...vaguePhrases(reading, said)];
  const within = ({ start }: Token) => aside.some((span) => start >= span.from && start < span.end);
  const unwanted: { term: string; family: number }[] = [];
  const unwantedFamilies: number[] = [];
  for (const span of spans) {
    const concepts = reading.tokens.filter(
      ({ cls, start }) => cls === TokenClass.CONCEPT && start >= span.start && start < span.end,
    );
    const verbs = concepts.filter((token) => familyOf(token, lexicon) > 0);
    for (const token of verbs.length > 0 ? verbs : concepts) {
      const family = familyOf(token, lexicon);
      // "Don't show hidden files" is no reason to keep what shows files away.
      if (span.kind !== 'contrast' && family > 0 && lexicon.effect(family) === 'read') continue;
      unwanted.push({ term: token.term, family });
      if (family > 0 && lexicon.effect(family) === 'destructive') unwantedFamilies.push(family);
    }
  }
  return {
    unwanted,
    unwantedFamilies,
    rulesOutAll: false,
    // "First look, then change it" changes it.
    lookOnly: has('read_only_wish') && !has('sequence'),
    keeps: has('preservation'),
    open: said.some(({ kind }) => kind === 'vague' || kind === 'diagnosis'),
    isUnasked: aside.length === 0 ? UNCONSTRAINED.isUnasked : within,
  };
}

/** The text as it was read, without what it rules out: names that stand there are not asked for. */
export function withoutRuledOut(reading: Reading, cues: readonly Cue[], lexicon: Lexicon): string {
  let text = reading.normal;
  for (const { from, end } of cues.length === 0 ? [] : ruledOutSpans(reading, cues, lexicon)) {
    text = `${text.slice(0, from)}${' '.repeat(end - from)}${text.slice(end)}`;
  }
  return text;
}

/** From the cue on; what is ruled out begins at `start`. */
type Span = { readonly kind: Cue['kind']; readonly from: number; readonly start: number; readonly end: number };

/** Places in the text that a cue rules out: from behind it to the next sign or the next cue that opens something else. */
function ruledOutSpans({ units, tokens }: Reading, cues: readonly Cue[], lexicon: Lexicon): Span[] {
  return cues.flatMap(({ kind, from, to }) => {
    if (!RULES_OUT.includes(kind)) return [];
    const first = units[to];
    if (first === undefined || !first.continues) return [];
    // "no upgrade" forbids, "no space" complains; "not yaml" behind a comma excludes, "is not loading" complains.
    const isVerb = tokens.some((token) => token.start === first.start && familyOf(token, lexicon) > 0);
    if (kind === 'ban' && !isVerb) return [];
    if (kind === 'contrast' && from + 1 === to && units[from]?.continues !== false) return [];
    let last = to;
    while (
      units[last + 1]?.continues === true &&
      !cues.some((cue) => cue.from === last + 1 && ENDS.includes(cue.kind))
    ) {
      last += 1;
    }
    return [{ kind, from: units[from]?.start ?? first.start, start: first.start, end: units[last]?.end ?? first.end }];
  });
}

/** Clauses that only say what must stay as it is: "leave the lockfile alone", "配置文件保持不变". */
function leftAlone({ units }: Reading, cues: readonly Cue[]) {
  return cues.flatMap(({ kind, from, to }) => {
    const closes = units[to] === undefined || units[to]?.continues === false;
    if (kind !== 'preservation' || !closes) return [];
    let begin = from;
    while (begin > 0 && units[begin]?.continues === true && !LEAVING.includes(units[begin]?.form ?? '')) begin -= 1;
    const opens = LEAVING.includes(units[begin]?.form ?? '') || units[from]?.isHan === true;
    if (begin === from || !opens) return [];
    return [{ from: units[begin]?.start ?? 0, end: units[to - 1]?.end ?? 0 }];
  });
}

/** What opens such a clause in English. */
const LEAVING: readonly string[] = ['leave', 'leaving', 'keep', 'keeping'];

function isPlaceIn(unit: Unit | undefined, start: number, end: number): boolean {
  return unit !== undefined && unit.start >= start && unit.start < end;
}

function vaguePhrases({ units }: Reading, cues: readonly Cue[]) {
  return cues
    .filter(({ kind }) => kind === 'vague')
    .map(({ from, to }) => ({ from: units[from]?.start ?? 0, end: units[to - 1]?.end ?? 0 }));
}

const RULES_OUT: readonly Cue['kind'][] = ['negation', 'contrast', 'ban'];
const ENDS: readonly Cue['kind'][] = ['sequence', 'addition', 'last', 'first', 'preservation', 'read_only_wish'];

function familyOf({ cls, term }: Token, lexicon: Lexicon): number {
  return cls === TokenClass.CONCEPT ? lexicon.family(conceptOf(term)) : 0;
}
