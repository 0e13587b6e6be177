/**
 * Asks one snapshot through dispatch, as a caller in another process would: bytes in, bytes out. It knows no judgements
 * and nothing of how a search works.
 */
import { utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { NO_POLICY } from '../policy/policy.ts';
import { isRefusal } from '../reason/refusal.ts';
import type { CallerFacts } from '../search/eligible.ts';
import type { Ranking } from '../search/rank.ts';
import { search } from '../search/search.ts';
import { splitTask } from '../search/split.ts';
import { openSnapshot, type Snapshot } from '../snapshot/read.ts';
import { bytesSource } from '../snapshot/source.ts';
import { readText } from '../text/analyze.ts';
import { type Answer, dispatch, type Verb } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import { HOT_VERBS } from '../verbs/hot-verbs.ts';
import type { World } from '../verbs/world.ts';
import type { Ask, SearchAnswer } from './ask.ts';
import type { Searcher } from './observe.ts';

/** A snapshot in memory. Throws when it is refused: a fault of the compiler. */
export function openBytes(bytes: Uint8Array<ArrayBuffer>): Snapshot {
  const snapshot = openSnapshot(bytesSource(bytes));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}

/** A world that holds nothing but this snapshot, and no policy: for catalogs that are made to be measured. */
export function bareWorld(snapshot: Snapshot): World {
  return {
    os: 'linux',
    snapshot: () => snapshot,
    policy: () => NO_POLICY,
    caller: { principal: () => '', origin: () => 'project', trusted: () => false },
    runPorts: () => Promise.reject(new Error('the evaluation runs nothing')),
  };
}

/** Searches of a world, which policy and everything else see as they see any other. */
export function askWorld(world: World, verb = hotVerb('search')): Ask {
  return (request) => {
    const { body } = answerOf(verb, request, world);
    return { answer: JSON.parse(body) as SearchAnswer, bytes: utf8Bytes(body) };
  };
}

/** The verb of a search that ranks otherwise. */
export function searchWith(ranking: Ranking): Verb {
  return {
    ...hotVerb('search'),
    handle: (request: ToolSearchRequest, world) => {
      const [snapshot, policy] = [world.snapshot(), world.policy()];
      if (isRefusal(snapshot)) return snapshot;
      if (isRefusal(policy)) return policy;
      const caller = { os: world.os, hidden: govern(policy, snapshot, world.caller).hiddenDocuments() };
      return { response: search(request, snapshot, caller, ranking) };
    },
  };
}

/** Bytes of the answer that tells the whole contract of one capability. */
export function inspectionBytes(id: string, world: World): number {
  return utf8Bytes(answerOf(hotVerb('inspect'), { version: 'schema-inspect.v1', canonical_path: id }, world).body);
}

/** Everything that asking needs. `ask` is the world's own search where no other is given. */
export function searcherOf(world: World, snapshot: Snapshot, clock: () => number, ask = askWorld(world)): Searcher {
  return {
    ask,
    clock,
    split: (text) => splitTask(readText(text, snapshot.words, snapshot.lexicon), snapshot.lexicon).clauses,
  };
}

/** What policy hides from the world's caller is hidden from every arm. Everything, where the policy cannot be used. */
export function callerOf(world: World, snapshot: Snapshot): CallerFacts {
  const policy = world.policy();
  const hidden = isRefusal(policy)
    ? new Uint8Array(snapshot.count).fill(1)
    : govern(policy, snapshot, world.caller).hiddenDocuments();
  return { os: world.os, hidden };
}

const ENCODER = new TextEncoder();

function answerOf(verb: Verb, request: object, world: World): Answer {
  const answer = dispatch(verb, ENCODER.encode(JSON.stringify(request)), world);
  if (answer instanceof Promise) throw new Error(`${verb.name} answers at once`);
  return answer;
}

function hotVerb(name: string): Verb {
  const verb = HOT_VERBS.find((one) => one.name === name);
  if (verb === undefined) throw new Error(`there is no verb ${name}`);
  return verb;
}
