/** Every contract on the wire, once: the generator of schemas/ and the tests walk this table. Never on the hot path. */
import type { z } from 'zod';
import { actionRunRequest, actionRunResponse } from './action-run.v1.ts';
import { approvalResponse } from './approval.v1.ts';
import { auditEventResponse } from './audit-event.v1.ts';
import { auditReportResponse } from './audit-report.v1.ts';
import { capabilityDiffResponse } from './capability-diff.v1.ts';
import { capabilityListRequest, capabilityListResponse } from './capability-list.v1.ts';
import { catalogReportResponse } from './catalog-report.v1.ts';
import { doorsRequest, doorsResponse } from './doors.v1.ts';
import { errorResponse } from './error.v1.ts';
import { evalReportResponse } from './eval-report.v1.ts';
import { policyReportResponse } from './policy-report.v1.ts';
import { recoveryReportResponse } from './recovery-report.v1.ts';
import { replayReportResponse } from './replay-report.v1.ts';
import { resultReadRequest, resultReadResponse } from './result-read.v1.ts';
import { schemaInspectRequest, schemaInspectResponse } from './schema-inspect.v1.ts';
import { searchTraceResponse } from './search-trace.v1.ts';
import { toolSearchRequest, toolSearchResponse } from './tool-search.v1.ts';
import { trustReportResponse } from './trust-report.v1.ts';

/** Both sides of one contract; error.v1 answers, and nobody asks for it. */
type Contract = { readonly request?: z.ZodType; readonly response: z.ZodType };

export const CONTRACTS: Readonly<Record<string, Contract>> = {
  'action-run.v1': { request: actionRunRequest, response: actionRunResponse },
  'approval.v1': { response: approvalResponse },
  'audit-event.v1': { response: auditEventResponse },
  'audit-report.v1': { response: auditReportResponse },
  'capability-diff.v1': { response: capabilityDiffResponse },
  'capability-list.v1': { request: capabilityListRequest, response: capabilityListResponse },
  'catalog-report.v1': { response: catalogReportResponse },
  'doors.v1': { request: doorsRequest, response: doorsResponse },
  'error.v1': { response: errorResponse },
  'eval-report.v1': { response: evalReportResponse },
  'policy-report.v1': { response: policyReportResponse },
  'recovery-report.v1': { response: recoveryReportResponse },
  'replay-report.v1': { response: replayReportResponse },
  'result-read.v1': { request: resultReadRequest, response: resultReadResponse },
  'schema-inspect.v1': { request: schemaInspectRequest, response: schemaInspectResponse },
  'search-trace.v1': { response: searchTraceResponse },
  'tool-search.v1': { request: toolSearchRequest, response: toolSearchResponse },
  'trust-report.v1': { response: trustReportResponse },
};
