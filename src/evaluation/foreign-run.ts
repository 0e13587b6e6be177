/** One foreign set, run whole: compile its tools, ask every query, measure. It knows no files. */
import { compileCapabilities } from '../compile/compile.ts';
import { RANKING, type RankingConfig } from '../fulltext/ranking-config.ts';
import { NO_POLICY } from '../policy/policy.ts';
import { isRefusal } from '../reason/refusal.ts';
import { splitTask } from '../search/split.ts';
import { openSnapshot, type Snapshot } from '../snapshot/read.ts';
import { bytesSource } from '../snapshot/source.ts';
import { readText } from '../text/analyze.ts';
import type { NumericSection } from '../text/views.ts';
import { dispatch } from '../verbs/dispatch.ts';
import { HOT_VERBS } from '../verbs/hot-verbs.ts';
import type { World } from '../verbs/world.ts';
import { type Ask, rankingOf, type SearchAnswer } from './ask.ts';
import { type ForeignTool, foreignCapability, type JudgedQuery } from './foreign-set.ts';
import { measure, type QueryMetrics } from './metrics.ts';

export type QueryRun = {
  readonly query: JudgedQuery;
  readonly ids: readonly string[];
  readonly answer: SearchAnswer;
  readonly metrics: QueryMetrics;
};

/** Runs a set. `dictionary` are the sections of the Chinese dictionary and the lexicon; null: neither words nor concepts. */
export function runForeignSet(
  tools: readonly ForeignTool[],
  queries: readonly JudgedQuery[],
  dictionary: readonly NumericSection[] | null,
  ranking: RankingConfig = RANKING,
): QueryRun[] {
  const compiled = compileCapabilities(tools.map(foreignCapability), {
    ranking,
    ...(dictionary === null ? {} : { dictionary }),
  });
  const snapshot = openBytes(compiled.snapshot);
  const ask = askSnapshot(snapshot);
  const split = (text: string) => splitTask(readText(text, snapshot.words, snapshot.lexicon), snapshot.lexicon);
  return queries.map((query) => {
    const { ids, first } = rankingOf(query.query, ask, split);
    return { query, ids, answer: first, metrics: measure(query.groups, ids) };
  });
}

/** A snapshot in memory. Throws when it is refused: a fault of the compiler. */
export function openBytes(bytes: Uint8Array<ArrayBuffer>): Snapshot {
  const snapshot = openSnapshot(bytesSource(bytes));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}

/** Asks a snapshot through dispatch, as a caller in another process would. */
export function askSnapshot(snapshot: Snapshot): Ask {
  const search = HOT_VERBS.find((verb) => verb.name === 'search');
  const world: World = {
    os: 'linux',
    snapshot: () => snapshot,
    policy: () => NO_POLICY,
    caller: { principal: () => '', origin: () => 'project', trusted: () => false },
    runPorts: () => Promise.reject(new Error('the evaluation runs nothing')),
  };
  const encoder = new TextEncoder();
  return (request) => {
    if (search === undefined) throw new Error('there is no search verb');
    const answer = dispatch(search, encoder.encode(JSON.stringify(request)), world);
    if (answer instanceof Promise) throw new Error('search answers at once');
    return JSON.parse(answer.body) as SearchAnswer;
  };
}
