/** One replay from its options to its report: requests asked of the chosen catalog, and of what they are compared with. */
import type { ReplayReport, ReplaySummary } from '../contract/replay-report.v1.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import { questionOf, rankingOf, SearchRefused } from './ask.ts';
import { refusalOf } from './command.ts';
import { type EvaluationHost, textAt } from './host.ts';
import { isReport } from './own-files.ts';
import { type Rankings, replayed } from './replay.ts';
import { type Recorded, recordedRequests } from './requests.ts';
import { searcherOf } from './searcher.ts';

export type ReplayOptions = {
  /** File of requests. */
  readonly requests: string;
  /** A snapshot, or the file of an earlier report; without one the replay only records. */
  readonly against?: string;
  /** File for the report with every result. */
  readonly out?: string;
};

/** Replays and gives the report without single results. Throws only faults of ours. */
export async function runReplay(options: ReplayOptions, host: EvaluationHost): Promise<ReplayReport | Refusal> {
  try {
    const requests = requestsAt(options.requests, host);
    if (isRefusal(requests)) return requests;
    const snapshot = host.world.snapshot();
    if (isRefusal(snapshot)) return snapshot;
    const after = rankingsOf(requests, host.world, snapshot);
    const before = options.against === undefined ? undefined : earlierRankings(options.against, requests, host);
    if (isRefusal(before)) return before;
    const report: ReplayReport = {
      version: 'replay-report.v1',
      catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
      ...(options.against === undefined ? {} : { against: options.against }),
      ...replayed(requests, before ?? after, after),
    };
    if (options.out === undefined) return report;
    const results = [...after].map(([qid, ids]) => ({ qid, ids }));
    const text = `${JSON.stringify({ ...report, results }, null, 1)}\n`;
    const refused = await host.write(options.out, text, isReport(report.version));
    return refused ?? { ...report, files: [options.out] };
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

/** What the requests of a file find in two catalogs. */
export function replayBetween(
  file: string,
  before: World,
  after: World,
  host: Pick<EvaluationHost, 'read'>,
): ReplaySummary | Refusal {
  try {
    const requests = requestsAt(file, host);
    if (isRefusal(requests)) return requests;
    const [old, now] = [before.snapshot(), after.snapshot()];
    if (isRefusal(old)) return old;
    if (isRefusal(now)) return now;
    return replayed(requests, rankingsOf(requests, before, old), rankingsOf(requests, after, now));
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

function requestsAt(path: string, host: Pick<EvaluationHost, 'read'>): Recorded[] | Refusal {
  const text = textAt(path, host);
  if (text === undefined) return refuse('usage', { message: 'The file of requests cannot be read.', received: path });
  return recordedRequests(text, path);
}

/** A request is sent as it stands, a judged text as an evaluation asks it. */
function rankingsOf(requests: readonly Recorded[], world: World, snapshot: Snapshot): Rankings {
  const { ask, split } = searcherOf(world, snapshot, () => 0);
  return new Map(
    requests.map(({ qid, sent }) => {
      if ('text' in sent) return [qid, rankingOf(questionOf(sent.text, split), ask).ids];
      const { answer } = ask(sent.request);
      if (answer.error === undefined) return [qid, (answer.candidates ?? []).map((one) => one.canonical_path)];
      throw new SearchRefused({ reason: answer.error.reason, message: `${qid}: ${answer.error.message}` });
    }),
  );
}

/** Of a report when the file is JSON, else of the snapshot that it is. */
function earlierRankings(path: string, requests: readonly Recorded[], host: EvaluationHost): Rankings | Refusal {
  const bytes = host.read(path);
  if (bytes?.[0] !== OPENING_BRACE) {
    const world = host.worldOf(path);
    const snapshot = world.snapshot();
    return isRefusal(snapshot) ? snapshot : rankingsOf(requests, world, snapshot);
  }
  const found = resultsOf(new TextDecoder().decode(bytes));
  if (found !== undefined) return found;
  return refuse('judgements_invalid', { message: 'This JSON file is no report with results.', received: path });
}

const OPENING_BRACE = 0x7b;

type Result = { readonly qid: string; readonly kind?: string; readonly ids: readonly string[] };

function resultsOf(text: string): Rankings | undefined {
  try {
    const report = JSON.parse(text) as {
      results?: readonly Result[];
      sets?: readonly { results?: readonly Result[] }[];
    };
    const results = report.results ?? report.sets?.flatMap((set) => set.results ?? []);
    if (results === undefined || results.length === 0) return undefined;
    // A task that was also asked as its steps is replayed as it was asked whole.
    return new Map(results.filter(({ kind }) => kind !== 'decomposed').map(({ qid, ids }) => [qid, ids]));
  } catch {
    return undefined;
  }
}
