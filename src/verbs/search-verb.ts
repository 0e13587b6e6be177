/** The verb `search`, by itself: what a cold search loads knows no other verb. */
import type { Form, Limits } from '../contract/accept.ts';
import { QUERY_BYTES, utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest, ToolSearchResponse } from '../contract/tool-search.v1.ts';
import { describeDenied } from '../policy/policy.ts';
import { refuse } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import type { QuickVerb } from './dispatch.ts';
import type { Governance } from './governance.ts';
import { overSnapshot } from './over-snapshot.ts';

/** The verb with the form that its requests are accepted by. */
export function searchVerb<F extends Form>(form: F): QuickVerb<F> {
  return {
    name: 'search',
    form,
    handle: (request: ToolSearchRequest, world) =>
      overSnapshot(world, (snapshot, governance) => {
        const caller = { os: world.os, hidden: governance.hiddenDocuments() };
        const runs = request.use_history === true ? world.pastRuns?.() : undefined;
        const found = search(request, snapshot, runs === undefined ? caller : { ...caller, runs });
        const keepsBack = governance.policy.rules.some(({ describe }) => describe === 'deny');
        return keepsBack ? withoutContracts(found, governance) : found;
      }),
  };
}

/** What a reference says of itself; that a word stands in any other field tells what the contract holds. */
const REFERENCE: readonly string[] = ['identity', 'title', 'summary'];

/** Of what may be found and not read, no more is told than stands in its reference. */
function withoutContracts(found: ToolSearchResponse, { policy, factsOf }: Governance): ToolSearchResponse {
  const candidates = found.candidates.map((candidate) => {
    const facts = factsOf(candidate.canonical_path);
    if (facts === undefined || describeDenied(policy, facts) === undefined) return candidate;
    const { score_breakdown: _untold, ...rest } = candidate;
    return { ...rest, matched_fields: candidate.matched_fields.filter((name) => REFERENCE.includes(name)) };
  });
  return { ...found, candidates };
}

/** A sum over a list is nothing that JSON Schema can say. */
export const subqueriesFit: Limits = ({ subqueries = [] }) => {
  const bytes = (subqueries as readonly string[]).reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes <= QUERY_BYTES) return null;
  const expected = `texts of together at most ${QUERY_BYTES} bytes in UTF-8`;
  return refuse('too_large', { path: '/subqueries', expected, received: `${bytes} bytes` });
};
