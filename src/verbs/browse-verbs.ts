/** The verbs `inspect` and `list`: what looks around in a catalog without a question. */

import type { CapabilityListRequest } from '../contract/capability-list.v1.ts';
import { requestForm } from '../contract/explain.ts';
import * as listForm from '../contract/generated/capability-list.v1.js';
import * as inspectForm from '../contract/generated/schema-inspect.v1.js';
import type { SchemaInspectRequest } from '../contract/schema-inspect.v1.ts';
import { inspect } from '../inspect/inspect.ts';
import { list } from '../listing/list.ts';
import { describeRefusal } from '../policy/policy.ts';
import type { Verb } from './dispatch.ts';
import { overSnapshot } from './over-snapshot.ts';

const INSPECT = requestForm({
  version: 'schema-inspect.v1',
  validate: inspectForm.validate,
  fields: inspectForm.FIELDS,
  example: inspectForm.EXAMPLE,
});

const LIST = requestForm({
  version: 'capability-list.v1',
  validate: listForm.validate,
  fields: listForm.FIELDS,
  example: listForm.EXAMPLE,
});

export const BROWSE_VERBS: readonly Verb[] = [
  {
    name: 'inspect',
    form: INSPECT,
    handle: (request: SchemaInspectRequest, world) =>
      overSnapshot(world, (snapshot, governance) => {
        const { canonical_path: id } = request;
        const facts = governance.hidden?.(id) === true ? undefined : governance.factsOf(id);
        const denied = facts === undefined ? undefined : describeRefusal(governance.policy, facts);
        if (denied === undefined) return inspect(request, snapshot, governance.hidden);
        return { ...denied, path: '/canonical_path' };
      }),
  },
  {
    name: 'list',
    form: LIST,
    handle: (request: CapabilityListRequest, world) =>
      overSnapshot(world, (snapshot, { hidden }) => list(request, snapshot, hidden)),
  },
];
