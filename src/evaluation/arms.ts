/**
 * The TABLE of what can be measured: the search as it is, and the lexical retrievers alone, without names, signals and
 * silence. An arm answers requests in the form of the search, so that every figure is made the same way.
 */
import { toDocuments } from '../compile/project.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { ARMS as LEXICAL_ARMS } from '../fulltext/arms.ts';
import { eligibleDocuments, resolveFilters } from '../search/eligible.ts';
import { roundRobin } from '../search/merge.ts';
import { understand } from '../search/query.ts';
import { RANKING } from '../search/rank.ts';
import { SIGNALS } from '../search/signals.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { analyze, readText } from '../text/analyze.ts';
import type { World } from '../verbs/world.ts';
import type { Ask } from './ask.ts';
import { fusionArm } from './fusion-arm.ts';
import type { Question } from './question.ts';
import { askWorld, callerOf, searchWith } from './searcher.ts';

export type Arm = {
  readonly name: string;
  readonly about: string;
  /** `questions` are those that will be asked, in this order. */
  readonly open: (world: World, snapshot: Snapshot, questions: readonly Question[]) => Promise<Ask>;
};

/** The search as a caller gets it. */
export const DEFAULT_ARM = 'default';

export const ARMS: readonly Arm[] = [
  { name: DEFAULT_ARM, about: 'the search as it is', open: async (world) => askWorld(world) },
  ...LEXICAL_ARMS.map(({ name, open }): Arm => {
    return { name, about: 'a lexical retriever alone', open: (world, snapshot) => lexicalArm(open, world, snapshot) };
  }),
  { name: 'fusion', about: 'several retrievers, joined by reciprocal ranks', open: fusionArm(false) },
  {
    name: 'fusion-history',
    about: 'the same, and what the questions before were answered by counts as run with success',
    open: fusionArm(true),
  },
];

/** The search without one of its ranking signals, for each of them: what a signal is worth is the difference. */
export const ABLATIONS: readonly Arm[] = SIGNALS.map(({ name }) => {
  const rest = SIGNALS.filter((signal) => signal.name !== name);
  const about = `the search without the signal ${name}`;
  return {
    name: `without-${name}`,
    about,
    open: async (world) => askWorld(world, searchWith({ ...RANKING, signals: rest })),
  };
});

/** The arm of this name, where there is one. */
export function armOf(name: string): Arm | undefined {
  return [...ARMS, ...ABLATIONS].find((arm) => arm.name === name);
}

const CANDIDATES = 100;

async function lexicalArm(open: (typeof LEXICAL_ARMS)[number]['open'], world: World, snapshot: Snapshot): Promise<Ask> {
  const arm = await open({
    index: snapshot.lexical,
    count: snapshot.count,
    documents: () => toDocuments(Array.from({ length: snapshot.count }, (_, doc) => snapshot.contract(doc))),
    analyze: (text) => analyze(text, snapshot.words, snapshot.lexicon),
  });
  const caller = callerOf(world, snapshot);
  return (request) => {
    const asked = request as ToolSearchRequest;
    const eligible = eligibleDocuments(asked, resolveFilters(asked, snapshot, caller), snapshot, caller);
    const texts = asked.query === undefined ? (asked.subqueries ?? []) : [asked.query];
    const lists = texts.map((text) =>
      arm.search(
        { text, terms: understand(text, readText(text, snapshot.words, snapshot.lexicon), snapshot).terms },
        eligible.bitmap,
        CANDIDATES,
      ),
    );
    const merged = roundRobin(
      lists.map(({ top }) => top),
      ({ doc }) => doc,
      asked.limit ?? 5,
    );
    const candidates = merged.map(({ doc, score }) => {
      return { canonical_path: snapshot.id(doc), score_breakdown: { total: score, clause: 0 } };
    });
    // An arm has no answer of its own, so none has a size.
    return { answer: { resolution: 'ranked', abstained: false, candidates }, bytes: 0 };
  };
}
