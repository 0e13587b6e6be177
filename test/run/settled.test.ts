/** An outcome that was unknown gets an end under the audit, and none without it. The programs of these calls are acted. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEvent } from '../../src/audit/event.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { readOperations } from '../../src/platform/journal.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { lookAfter } from '../../src/run/recover.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { runStages } from '../../src/run/stages.ts';
import { acted, type Bench, capability, catalogOf, command, openBench, requestOf, waiting } from './capabilities.ts';

const LOOK = { action: 'test.look', arguments: {} };
const reader = capability({ id: 'test.look', handler: command({ output: { format: 'json' } }) });
const write = capability({
  ...{ id: 'test.write', sideEffect: 'W-local', effect: 'write', confirmation: 'caller' },
  idempotency: 'non_idempotent',
  verification: { ...LOOK, tookEffect: { const: 'done' }, noEffect: { const: 'not done' } },
  handler: command({}),
});
const both = {
  ...catalogOf(write),
  find: (id: string) => [write.id, reader.id].indexOf(id),
  contract: (doc: number) => (doc === 0 ? write : reader),
};

let bench: Bench;
/** What the reader says of the change. */
let shown: string;
beforeEach(() => {
  bench = openBench();
  shown = 'not clear';
});
afterEach(() => bench.close());

/** The change runs out of time; a look prints what is `shown`. `fails`: events that cannot be written. */
function ports(fails: readonly string[] = []): RunPorts {
  return {
    ...bench.ports,
    audit: {
      record: async (facts) =>
        fails.includes(facts.kind)
          ? { kind: 'unavailable', message: 'the log is full' }
          : bench.ports.audit.record(facts),
    },
    execute: async ({ meta }) =>
      meta.canonical_path === write.id ? acted('', { stopped: 'timeout' }) : acted(JSON.stringify(shown)),
  };
}
const call = (more: object, fails?: readonly string[]) =>
  runStages(requestOf(write, {}, { ...more }), both, ports(fails), bench.ports.newOperationId());

async function leftOpen() {
  const asked = waiting(await call({}));
  await call({ confirmation_token: asked.token });
  const entry = await operation();
  expect(entry.state).toBe('unknown');
  return entry;
}

const host = () => ({ environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const });
async function operation() {
  const [found, ...more] = await readOperations(host());
  if (found === undefined || more.length > 0) throw new Error('not one operation');
  return found.entry;
}
/** The story of the operation, from its start on. */
async function story(id: string) {
  const { files } = await readAudit(host());
  const events = files.flatMap(({ lines }) => lines).map((line) => JSON.parse(line) as AuditEvent);
  return events.filter(({ operation_id: one, kind }) => one === id && kind !== 'approved');
}

const seen = (verdict: string, to?: string) => ({
  kind: 'verified',
  ...{ canonical_path: 'test.write', tool_call_id: 'call-1', input_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  user: String(process.getuid?.()),
  details: { verdict, by: 'test.look', from: 'unknown', ...(to === undefined ? {} : { to }) },
});
const UNCLEAR = seen('unclear');

const WAYS: readonly (readonly [string, (id: string, fails?: readonly string[]) => Promise<unknown>])[] = [
  ['before a repeat', (_id, fails) => call({ tool_call_id: 'call-2' }, fails)],
  ['when somebody asks for it', async (_id, fails) => lookAfter(await operation(), both, ports(fails), UNGOVERNED)],
];
const ENDS = [
  ['done', 'took_effect', 'committed', 'unknown verified committed'],
  ['not done', 'no_effect', 'rejected', 'unknown rejected'],
] as const;

it.each(WAYS.flatMap(([when, look]) => ENDS.map((end) => [when, look, ...end] as const)))(
  'a look %s, %j: "%s"',
  async (_when, look, says, verdict, end, steps) => {
    const { operation_id: id } = await leftOpen();
    await look(id);
    expect((await story(id)).slice(1)).toMatchObject([{ kind: 'outcome' }, UNCLEAR, UNCLEAR]);
    shown = says;
    expect(await look(id, ['verified'])).toMatchObject({ reason: 'state_unavailable', executed: false });
    expect((await operation()).state).toBe('unknown');
    await look(id);
    expect((await story(id)).slice(4)).toMatchObject([seen(verdict, end)]);
    expect((await operation()).history.map(({ state }) => state).join(' ')).toBe(`prepared sent ${steps}`);
  },
);

it('what a look right after the run says is not believed where it cannot be written down', async () => {
  shown = 'done';
  const asked = waiting(await call({}));
  const ended = await call({ confirmation_token: asked.token }, ['verified']);
  expect(ended).toMatchObject({
    status: 'outcome_unknown',
    evidence: { message: expect.stringContaining('could not be written down: the log is full') },
  });
  expect((await operation()).state).toBe('unknown');
});
