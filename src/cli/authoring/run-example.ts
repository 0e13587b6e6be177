/** One example of a capability, run through the whole pipeline in a fresh directory, where that is safe; or why it was not. */
import type { Capability, Example, Json } from '../../capability/capability.ts';
import type { ActionRunResponse } from '../../contract/action-run.v1.ts';
import type { CatalogReport } from '../../contract/catalog-report.v1.ts';
import { validate } from '../../run/validator.ts';
import type { Snapshot } from '../../snapshot/read.ts';
import { dispatch } from '../../verbs/dispatch.ts';
import { VERBS } from '../../verbs/verbs.ts';
import type { World } from '../../verbs/world.ts';

export type ExampleOutcome = Pick<NonNullable<CatalogReport['examples']>[number], 'outcome' | 'message'>;

/** Longer than an example should take; what waits for something that never comes is then a failure and no standstill. */
const LONGEST_MS = 60_000;

/** Words of a built-in tool for what a machine lacks, not for what the tool did wrong. */
const ABSENT: readonly string[] = ['not_found', 'not_installed', 'not_supported'];

/** Why this example is not run: only what stays inside the fresh directory, or changes nothing, is. */
export function reasonNotToRun(
  { type, sideEffect, networkPolicy }: Capability,
  { files }: Example,
): string | undefined {
  if (type !== 'action') return 'there is nothing to run';
  if (networkPolicy === 'outbound') return 'it reaches out to the network';
  if (sideEffect === 'R' || (sideEffect === 'W-local' && files !== undefined)) return undefined;
  if (sideEffect === 'W-local') return 'it changes something, and the example declares no files of its own';
  return `it changes more than files of its own (${sideEffect})`;
}

/** Runs it in `world`, whose directory holds the example's files. */
export async function runExample(
  capability: Capability,
  example: Example,
  snapshot: Snapshot,
  world: World,
): Promise<ExampleOutcome> {
  const request = {
    version: 'action-run.v1',
    canonical_path: capability.id,
    action_version: capability.version,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    tool_call_id: 'example',
    arguments: example.arguments,
    timeout_ms: Math.min(capability.timeoutMs, LONGEST_MS),
  };
  let answer = await ask(request, world);
  const token = answer.confirmation?.confirmation_token;
  if (answer.confirmation?.approver === 'caller' && token !== null) {
    answer = await ask({ ...request, confirmation_token: token }, world);
  }
  return judge(answer, capability, example);
}

async function ask(request: object, world: World): Promise<Partial<ActionRunResponse>> {
  const run = VERBS.find(({ name }) => name === 'run');
  if (run === undefined) throw new Error('there is no verb that runs');
  const { body } = await dispatch(run, new TextEncoder().encode(JSON.stringify(request)), world);
  const answer = JSON.parse(body) as ActionRunResponse & { error?: { reason: string; message: string } };
  return answer.error === undefined ? answer : { errors: [{ ...answer.error, executed: false }] as never };
}

function judge(answer: Partial<ActionRunResponse>, { outputSchema }: Capability, { files }: Example): ExampleOutcome {
  const { status, evidence } = answer;
  const words = answer.errors?.[0]?.message ?? status ?? 'no answer';
  if (status === 'unavailable') return { outcome: 'not_run', message: words };
  if (status !== 'succeeded') {
    const said = toolError(evidence?.stderr.text ?? '');
    const absent = said !== undefined && ABSENT.includes(said.reason);
    if (absent && files === undefined)
      return { outcome: 'not_run', message: `what it needs is not here: ${said.message}` };
    return { outcome: 'failed', message: said?.message ?? words };
  }
  // A result that was shortened to fit an answer is no longer what the schema speaks of.
  if (outputSchema === undefined || (evidence?.cuts?.length ?? 0) > 0) return { outcome: 'passed', message: '' };
  const [problem] = validate(outputSchema, (evidence?.result ?? null) as Json);
  if (problem === undefined) return { outcome: 'passed', message: '' };
  const place = problem.instancePath === '' ? 'it' : problem.instancePath;
  return { outcome: 'failed', message: `the result is not what output_schema says: ${place} ${problem.message ?? ''}` };
}

/** The error that a built-in tool writes: one JSON object. */
function toolError(stderr: string): { reason: string; message: string } | undefined {
  try {
    return (JSON.parse(stderr) as { error?: { reason: string; message: string } }).error;
  } catch {
    return undefined;
  }
}
