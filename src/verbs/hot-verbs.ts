/** The TABLE of verbs that a cold process answers within its first milliseconds: nothing here reaches a heavy library. */
import type { RequestForm } from '../contract/accept.ts';
import type { CapabilityListRequest } from '../contract/capability-list.v1.ts';
import * as listForm from '../contract/generated/capability-list.v1.js';
import * as inspectForm from '../contract/generated/schema-inspect.v1.js';
import * as searchForm from '../contract/generated/tool-search.v1.js';
import type { SchemaInspectRequest } from '../contract/schema-inspect.v1.ts';
import { QUERY_BYTES, utf8Bytes } from '../contract/text-limits.ts';
import type { ToolSearchRequest } from '../contract/tool-search.v1.ts';
import { inspect } from '../inspect/inspect.ts';
import { list } from '../listing/list.ts';
import { describeDenied } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { search } from '../search/search.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Outcome, Verb } from './dispatch.ts';
import { type Governance, govern } from './governance.ts';
import type { World } from './world.ts';

const SEARCH: RequestForm = {
  version: 'tool-search.v1',
  validate: searchForm.validate,
  fields: searchForm.FIELDS,
  example: searchForm.EXAMPLE,
  limits: subqueriesFit,
};

const INSPECT: RequestForm = {
  version: 'schema-inspect.v1',
  validate: inspectForm.validate,
  fields: inspectForm.FIELDS,
  example: inspectForm.EXAMPLE,
};

const LIST: RequestForm = {
  version: 'capability-list.v1',
  validate: listForm.validate,
  fields: listForm.FIELDS,
  example: listForm.EXAMPLE,
};

export const HOT_VERBS: readonly Verb[] = [
  {
    name: 'search',
    form: SEARCH,
    handle: (request: ToolSearchRequest, world) =>
      over(world, (snapshot, { hidden }) =>
        search(request, snapshot, { os: world.os, ...(hidden === undefined ? {} : { hidden }) }),
      ),
  },
  {
    name: 'inspect',
    form: INSPECT,
    handle: (request: SchemaInspectRequest, world) =>
      over(world, (snapshot, governance) => {
        const { canonical_path: id } = request;
        const facts = governance.hidden?.(id) === true ? undefined : governance.factsOf(id);
        const denied = facts === undefined ? undefined : describeDenied(governance.policy, facts);
        if (denied === undefined) return inspect(request, snapshot, governance.hidden);
        return refuse('denied', { message: `${denied.message} (${denied.rule})`, path: '/canonical_path' });
      }),
  },
  {
    name: 'list',
    form: LIST,
    handle: (request: CapabilityListRequest, world) =>
      over(world, (snapshot, { hidden }) => list(request, snapshot, hidden)),
  },
];

function over(
  world: World,
  answer: (snapshot: Snapshot, governance: Governance) => object | Refusal,
): Outcome | Refusal {
  const policy = world.policy();
  if (isRefusal(policy)) return policy;
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return snapshot;
  try {
    const response = answer(snapshot, govern(policy, snapshot, world.caller));
    return isRefusal(response) ? response : { response };
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    return refuse('snapshot_missing', { message: `The snapshot cannot be read to its end (${code}).` });
  }
}

/** The errno name of the system's own error: these verbs read nothing but the snapshot, so it speaks of that. */
function systemCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** A sum over a list is nothing that JSON Schema can say. */
function subqueriesFit({ subqueries = [] }: { readonly subqueries?: unknown }): Refusal | null {
  const bytes = (subqueries as readonly string[]).reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes <= QUERY_BYTES) return null;
  const expected = `texts of together at most ${QUERY_BYTES} bytes in UTF-8`;
  return refuse('too_large', { path: '/subqueries', expected, received: `${bytes} bytes` });
}
