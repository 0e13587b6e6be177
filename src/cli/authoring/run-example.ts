/** One example of a capability, run through the whole pipeline in a fresh directory, where that is safe; or why it was not. */
import type { Capability, Example, Json } from '../../capability/capability.ts';
import type { FixtureStep } from '../../capability/fixture.ts';
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

/** How an example is tested: `why` says what keeps it from being run, or from being more than planned. */
export type Manner =
  | { readonly how: 'not_run'; readonly why: string }
  | { readonly how: 'dry_run'; readonly why: string }
  /** `own`: all that it speaks of lies in the fresh directory, so that what is missing there is a mistake. */
  | { readonly how: 'run'; readonly own: boolean };

/** Only what stays inside the fresh directory, or changes nothing, is run; of any other change the plan is made. */
export function mannerOf(
  { type, sideEffect, networkPolicy }: Capability,
  example: Example,
  steps: readonly FixtureStep[],
  network: boolean,
): Manner {
  if (type !== 'action') return { how: 'not_run', why: 'there is nothing to run' };
  if (networkPolicy === 'outbound' && !network) {
    return { how: 'not_run', why: 'it reaches out to the network, which --network allows' };
  }
  const own = hasOwnFiles(example, steps) && !leavesDirectory(example.arguments);
  if (sideEffect === 'R' || (sideEffect === 'W-local' && own)) return { how: 'run', own };
  if (sideEffect !== 'W-local') return { how: 'dry_run', why: `it changes more than files of its own (${sideEffect})` };
  if (hasOwnFiles(example, steps)) return { how: 'dry_run', why: 'it names a place outside its directory' };
  return { how: 'dry_run', why: 'it changes something, and neither example nor fixture declares files of its own' };
}

function hasOwnFiles({ files }: Example, steps: readonly FixtureStep[]): boolean {
  return files !== undefined || steps.some((step) => !('needs' in step));
}

function leavesDirectory(value: Json): boolean {
  if (typeof value === 'string') return /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(leavesDirectory);
}

/** Runs or plans the example with this number in `world`, whose directory is what the fixture has made. */
export async function runExample(
  capability: Capability,
  number: number,
  manner: Exclude<Manner, { how: 'not_run' }>,
  snapshot: Snapshot,
  world: World,
): Promise<ExampleOutcome> {
  const request = {
    version: 'action-run.v1',
    canonical_path: capability.id,
    action_version: capability.version,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    tool_call_id: `example ${number} of ${capability.id}`,
    arguments: capability.examples[number]?.arguments ?? {},
    timeout_ms: Math.min(capability.timeoutMs, LONGEST_MS),
  };
  if (manner.how === 'dry_run') return judgePlan(await ask({ ...request, dry_run: true }, world), manner.why);
  let answer = await ask(request, world);
  const token = answer.confirmation?.confirmation_token;
  if (answer.confirmation?.approver === 'caller' && token !== null) {
    answer = await ask({ ...request, confirmation_token: token }, world);
  }
  return judge(answer, capability, manner.own);
}

async function ask(request: object, world: World): Promise<Partial<ActionRunResponse>> {
  const run = VERBS.find(({ name }) => name === 'run');
  if (run === undefined) throw new Error('there is no verb that runs');
  const { body } = await dispatch(run, new TextEncoder().encode(JSON.stringify(request)), world);
  const answer = JSON.parse(body) as ActionRunResponse & { error?: { reason: string; message: string } };
  return answer.error === undefined ? answer : { errors: [{ ...answer.error, executed: false }] as never };
}

/** A plan cannot be made where what it speaks of is not there: that says nothing against the example. */
function judgePlan({ status, errors }: Partial<ActionRunResponse>, why: string): ExampleOutcome {
  if (status === 'dry_run') return { outcome: 'passed', message: `as a dry run: ${why}` };
  const words = errors?.[0]?.message ?? status ?? 'no answer';
  if (status === undefined) return { outcome: 'failed', message: words };
  return { outcome: 'not_run', message: `${why}; and it cannot be planned here: ${words}` };
}

function judge(answer: Partial<ActionRunResponse>, { outputSchema }: Capability, own: boolean): ExampleOutcome {
  const { status, evidence } = answer;
  const words = answer.errors?.[0]?.message ?? status ?? 'no answer';
  if (status === 'unavailable') return { outcome: 'not_run', message: `what it needs is not here: ${words}` };
  if (status !== 'succeeded') {
    const said = toolError(evidence?.stderr.text ?? '');
    if (said?.reason === 'not_found' && !own) {
      return { outcome: 'not_run', message: `what it needs is not here: ${said.message}` };
    }
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
