/** Every contract on the wire, once: the generator of schemas/ and the tests walk this table. Never on the hot path. */
import type { z } from 'zod';
import { actionRunRequest, actionRunResponse } from './action-run.v1.ts';
import { capabilityListRequest, capabilityListResponse } from './capability-list.v1.ts';
import { errorResponse } from './error.v1.ts';
import { resultReadRequest, resultReadResponse } from './result-read.v1.ts';
import { schemaInspectRequest, schemaInspectResponse } from './schema-inspect.v1.ts';
import { toolSearchRequest, toolSearchResponse } from './tool-search.v1.ts';

/** A contract's schemas; `standalone`: its request is checked on the hot path by generated code. */
type Contract = { readonly request?: z.ZodType; readonly response: z.ZodType; readonly standalone: boolean };

export const CONTRACTS: Readonly<Record<string, Contract>> = {
  'action-run.v1': { request: actionRunRequest, response: actionRunResponse, standalone: false },
  'capability-list.v1': { request: capabilityListRequest, response: capabilityListResponse, standalone: true },
  'error.v1': { response: errorResponse, standalone: false },
  'result-read.v1': { request: resultReadRequest, response: resultReadResponse, standalone: false },
  'schema-inspect.v1': { request: schemaInspectRequest, response: schemaInspectResponse, standalone: true },
  'tool-search.v1': { request: toolSearchRequest, response: toolSearchResponse, standalone: true },
};
