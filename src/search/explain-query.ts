/**
 * What a search has understood of a query, in words: with `explain` only. Names are read from the lexicon as a whole,
 * which no plain search does.
 */
import type { Snapshot } from '../snapshot/read.ts';
import { conceptOf } from '../text/token.ts';
import type { Query } from './query.ts';

export type Understanding = {
  /** Families of verbs that are asked for, the first named first. */
  readonly intents: string[];
  /** Concepts that are things or qualify them. */
  readonly entities: string[];
  readonly symptoms: string[];
  /** `look_only`, `keep`, `open_goal`, and `without NAME` for each concept that is ruled out. */
  readonly constraints: string[];
  /** Families of verbs that are ruled out. */
  readonly forbidden_intents: string[];
};

export function explainQuery(query: Query, snapshot: Snapshot): Understanding {
  const { constraints } = query;
  const { lexicon } = snapshot;
  const names = new Names(snapshot);
  const wanted = query.concepts.filter((token) => !constraints.isUnasked(token)).map(({ term }) => conceptOf(term));
  const kindsOf = (kinds: readonly string[]) =>
    distinct(wanted.filter((one) => kinds.includes(lexicon.kind(one))).map((one) => names.concept(one)));
  return {
    intents: query.families.map((family) => names.family(family)),
    entities: kindsOf(['noun', 'adjective', 'value']),
    symptoms: kindsOf(['symptom']),
    constraints: [
      ...(constraints.lookOnly ? ['look_only'] : []),
      ...(constraints.keeps ? ['keep'] : []),
      ...(constraints.open ? ['open_goal'] : []),
      ...distinct(constraints.unwanted.map((one) => `without ${names.concept(conceptOf(one.term))}`)),
    ],
    forbidden_intents: distinct(
      constraints.unwanted.filter(({ family }) => family > 0).map(({ family }) => names.family(family)),
    ),
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** The lines of `lexicon.names` (text/lexicon/layout.ts). */
class Names {
  private readonly lines: readonly string[];
  private readonly conceptCount: number;

  constructor({ sections }: Snapshot) {
    const has = sections.has('lexicon.names');
    this.conceptCount = has ? sections.numbers('lexicon.families').length : 0;
    const bytes = has ? sections.bytes('lexicon.names').slice(0, sections.numbers('lexicon.names').length) : [];
    this.lines = Buffer.from(bytes).toString('utf8').split('\n');
  }

  concept(concept: number): string {
    return this.lines[concept] ?? '';
  }

  family(family: number): string {
    return this.lines[this.conceptCount + family - 1] ?? '';
  }
}
