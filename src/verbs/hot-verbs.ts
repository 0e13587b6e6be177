/** The TABLE of verbs that a cold process answers within its first milliseconds: nothing here reaches a heavy library. */
import type { RequestForm } from '../contract/accept.ts';
import type { CapabilityListRequest } from '../contract/capability-list.v1.ts';
import validateList from '../contract/generated/capability-list.v1.js';
import validateInspect from '../contract/generated/schema-inspect.v1.js';
import validateSearch from '../contract/generated/tool-search.v1.js';
import type { SchemaInspectRequest } from '../contract/schema-inspect.v1.ts';
import { QUERY_BYTES, utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { inspect } from '../inspect/inspect.ts';
import { list } from '../listing/list.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Outcome, Verb } from './dispatch.ts';
import type { World } from './world.ts';

const SEARCH: RequestForm = {
  version: 'tool-search.v1',
  validate: validateSearch,
  fields: [
    'version',
    'query',
    'subqueries',
    'limit',
    'candidate_limit',
    'within',
    'product_ids',
    'types',
    'effects',
    'side_effect_max',
    'exclude_canonical',
    'explain',
    'use_history',
  ],
  example: '{"version":"tool-search.v1","query":"which process uses port 3000"}',
  limits: (request) => {
    const texts = (request.subqueries as readonly string[] | undefined) ?? [];
    const bytes = Math.max(texts.reduce((sum, text) => sum + utf8Bytes(text), 0), utf8Bytes((request.query ?? '') as string));
    if (bytes <= QUERY_BYTES) return null;
    return refuse('too_large', { path: '/query', expected: `at most ${QUERY_BYTES} bytes`, received: `${bytes} bytes` });
  },
};

const INSPECT: RequestForm = {
  version: 'schema-inspect.v1',
  validate: validateInspect,
  fields: ['version', 'canonical_path', 'expected_source_hash', 'expected_surface_hash', 'detail'],
  example: '{"version":"schema-inspect.v1","canonical_path":"system.port.who"}',
};

const LIST: RequestForm = {
  version: 'capability-list.v1',
  validate: validateList,
  fields: ['version', 'parent', 'depth', 'types', 'limit'],
  example: '{"version":"capability-list.v1","parent":"system"}',
};

export const HOT_VERBS: readonly Verb[] = [
  {
    name: 'search',
    form: SEARCH,
    handle: (request: ToolSearchRequest, world) =>
      over(world, (snapshot) => search(request, snapshot, { os: world.os })),
  },
  {
    name: 'inspect',
    form: INSPECT,
    handle: (request: SchemaInspectRequest, world) => over(world, (snapshot) => inspect(request, snapshot)),
  },
  {
    name: 'list',
    form: LIST,
    handle: (request: CapabilityListRequest, world) => over(world, (snapshot) => list(request, snapshot)),
  },
];

function over(world: World, answer: (snapshot: Snapshot) => object | Refusal): Outcome | Refusal {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  const response = answer(snapshot);
  return isRefusal(response) ? response : { response };
}
