/** The verb `search`, by itself: what a cold search loads knows no other verb. */
import type { Form, Limits } from '../contract/accept.ts';
import { QUERY_BYTES, utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { refuse } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import type { QuickVerb } from './dispatch.ts';
import { overSnapshot } from './over-snapshot.ts';

/** The verb with the form that its requests are accepted by. */
export function searchVerb<F extends Form>(form: F): QuickVerb<F> {
  return {
    name: 'search',
    form,
    handle: (request: ToolSearchRequest, world) =>
      overSnapshot(world, (snapshot, { hiddenDocuments }) =>
        search(request, snapshot, { os: world.os, hidden: hiddenDocuments() }),
      ),
  };
}

/** A sum over a list is nothing that JSON Schema can say. */
export const subqueriesFit: Limits = ({ subqueries = [] }) => {
  const bytes = (subqueries as readonly string[]).reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes <= QUERY_BYTES) return null;
  const expected = `texts of together at most ${QUERY_BYTES} bytes in UTF-8`;
  return refuse('too_large', { path: '/subqueries', expected, received: `${bytes} bytes` });
};
