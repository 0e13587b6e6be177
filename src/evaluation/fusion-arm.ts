/**
 * Answers requests by fusion (src/search/fusion.ts), alone or with a history. A history is what the questions before were
 * rightly answered by, each answer a run with success: a question is never told its own.
 */
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { eligibleDocuments, resolveFilters } from '../search/eligible.ts';
import { exactGuard } from '../search/exact.ts';
import { fuse } from '../search/fusion.ts';
import { roundRobin } from '../search/merge.ts';
import { understand } from '../search/query.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { readText } from '../text/analyze.ts';
import type { World } from '../verbs/world.ts';
import { type Ask, queryWithinBudget } from './ask.ts';
import type { Question } from './question.ts';
import { callerOf } from './searcher.ts';

const CANDIDATES = 100;

type Open = (world: World, snapshot: Snapshot, questions: readonly Question[]) => Promise<Ask>;

/** Each candidate says at which place each source had it. */
export function fusionArm(hasHistory: boolean): Open {
  return async (world, snapshot, questions) => {
    const caller = callerOf(world, snapshot);
    const past = hasHistory ? new Past(questions, snapshot) : undefined;
    return (request) => {
      const asked = request as ToolSearchRequest;
      const filters = resolveFilters(asked, snapshot, caller);
      const { bitmap } = eligibleDocuments(asked, filters, snapshot, caller);
      const texts = asked.query === undefined ? (asked.subqueries ?? []) : [asked.query];
      const history = past?.before(texts[0] ?? '');
      const lists = texts.map((text) => {
        const query = understand(text, readText(text, snapshot.words, snapshot.lexicon), snapshot);
        const guard = exactGuard(text, snapshot, filters);
        return fuse(query, snapshot, bitmap, CANDIDATES, {
          named: guard.kind === 'none' ? [] : guard.docs,
          isScoped: asked.within !== undefined,
          ...(history === undefined ? {} : { history }),
        });
      });
      const candidates = roundRobin(lists, ({ doc }) => doc, asked.limit ?? 5).map(({ doc, score, places }) => {
        return { canonical_path: snapshot.id(doc), score_breakdown: { total: score, clause: 0, places } };
      });
      return { answer: { resolution: 'ranked', abstained: false, candidates }, bytes: 0 };
    };
  };
}

/** What was run with success before each question, as they are asked one after the other, each several times. */
class Past {
  private readonly places = new Map<string, number>();
  private readonly times = new Map<number, number>();
  private readonly questions: readonly Question[];
  private readonly snapshot: Snapshot;
  private upTo = 0;

  constructor(questions: readonly Question[], snapshot: Snapshot) {
    this.questions = questions;
    this.snapshot = snapshot;
    questions.forEach(({ query, subqueries }, at) => {
      this.places.set(subqueries?.[0] ?? queryWithinBudget(query), at);
    });
  }

  before(text: string): ReadonlyMap<number, number> {
    for (const place = this.places.get(text) ?? 0; this.upTo < place; this.upTo += 1) {
      for (const ids of this.questions[this.upTo]?.groups ?? []) {
        const doc = this.snapshot.find(ids[0] ?? '');
        if (doc >= 0) this.times.set(doc, (this.times.get(doc) ?? 0) + 1);
      }
    }
    return this.times;
  }
}
