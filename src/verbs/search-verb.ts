/** The verb `search`, by itself: what a cold search loads knows no other verb. */
import type { RequestForm } from '../contract/accept.ts';
import * as searchForm from '../contract/generated/tool-search.v1.js';
import { QUERY_BYTES, utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import type { Verb } from './dispatch.ts';
import { overSnapshot } from './over-snapshot.ts';

const FORM: RequestForm = {
  version: 'tool-search.v1',
  validate: searchForm.validate,
  fields: searchForm.FIELDS,
  example: searchForm.EXAMPLE,
  limits: subqueriesFit,
};

export const SEARCH: Verb = {
  name: 'search',
  form: FORM,
  handle: (request: ToolSearchRequest, world) =>
    overSnapshot(world, (snapshot, { hidden }) =>
      search(request, snapshot, { os: world.os, ...(hidden === undefined ? {} : { hidden }) }),
    ),
};

/** A sum over a list is nothing that JSON Schema can say. */
function subqueriesFit({ subqueries = [] }: { readonly subqueries?: unknown }): Refusal | null {
  const bytes = (subqueries as readonly string[]).reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes <= QUERY_BYTES) return null;
  const expected = `texts of together at most ${QUERY_BYTES} bytes in UTF-8`;
  return refuse('too_large', { path: '/subqueries', expected, received: `${bytes} bytes` });
}
