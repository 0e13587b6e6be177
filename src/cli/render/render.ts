/** The TABLE from a response's contract to its form for a person. Each renderer gets the same document that JSON readers get. */
import { renderCapabilityDiff } from './capability-diff.ts';
import { renderCatalogReport } from './catalog-report.ts';
import { renderError } from './error.ts';
import { renderEvalReport } from './eval-report.ts';
import { renderApproval, renderAudit, renderDoors, renderPolicy, renderRecovery, renderTrust } from './governance.ts';
import { renderInspect } from './inspect.ts';
import { renderList } from './list.ts';
import { renderReplayReport } from './replay-report.ts';
import { renderResult } from './result.ts';
import { renderRun } from './run.ts';
import type { Rendered, Screen } from './screen.ts';
import { renderSearch } from './search.ts';

const RENDERERS: Readonly<Record<string, (document: never, screen: Screen) => Rendered>> = {
  'tool-search.v1': renderSearch,
  'schema-inspect.v1': renderInspect,
  'capability-list.v1': renderList,
  'action-run.v1': renderRun,
  'result-read.v1': renderResult,
  'catalog-report.v1': renderCatalogReport,
  'eval-report.v1': renderEvalReport,
  'replay-report.v1': renderReplayReport,
  'capability-diff.v1': renderCapabilityDiff,
  'policy-report.v1': renderPolicy,
  'doors.v1': renderDoors,
  'approval.v1': renderApproval,
  'trust-report.v1': renderTrust,
  'audit-report.v1': renderAudit,
  'recovery-report.v1': renderRecovery,
  'error.v1': renderError,
};

/** A contract that has no renderer is shown as it stands. */
export function render(document: { readonly version: string }, screen: Screen): Rendered {
  const renderer = RENDERERS[document.version];
  if (renderer !== undefined) return renderer(document as never, screen);
  return { stream: 'out', text: `${JSON.stringify(document, null, 2)}\n` };
}
