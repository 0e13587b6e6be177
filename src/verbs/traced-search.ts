/** The verb `search` where a policy asks for traces: the same answer, and a note of it. Never on the quick path. */
import type { ToolSearchRequest, ToolSearchResponse } from '../contract/tool-search.v1.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Outcome, Verb } from './dispatch.ts';
import { SEARCH_FORM } from './search-form.ts';
import { searchVerb } from './search-verb.ts';
import type { World } from './world.ts';

const SEARCH = searchVerb(SEARCH_FORM);

export const TRACED_SEARCH: Verb = { ...SEARCH, handle: searchAndNote };

async function searchAndNote(request: ToolSearchRequest, world: World): Promise<Outcome | Refusal> {
  const outcome = await SEARCH.handle(request as never, world);
  const policy = world.policy();
  const mode = isRefusal(policy) ? undefined : policy.settings?.keep?.search_traces;
  if (isRefusal(outcome) || mode === undefined || mode === 'off') return outcome;
  const { catalog, strategy, resolution, abstained, total_matches, candidates } =
    outcome.response as ToolSearchResponse;
  const { query, subqueries = [] } = request;
  await world.trace?.(
    {
      queries: [...(query === undefined ? [] : [query]), ...subqueries],
      source_hash: catalog.source_hash,
      surface_hash: catalog.surface_hash,
      strategy,
      resolution,
      abstained,
      total_matches,
      returned: candidates.map(({ canonical_path: id }) => id),
    },
    mode,
  );
  return outcome;
}
