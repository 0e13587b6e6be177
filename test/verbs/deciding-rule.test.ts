/** Every answer of a run that policy had a say in names the rule that decided, whether it ran, waits or is refused. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { policyInForce } from '../../src/platform/policy-in-force.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { commandLine } from '../cli/command-line.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { acted } from '../run/capabilities.ts';
import { auditOf, openCatalog, runIn, worldOf } from './world.ts';

const snapshot = openCatalog();

async function run(
  id: string,
  args: object,
  policy: Policy,
  more: object = {},
  world = worldOf(snapshot, () => policy),
) {
  const answer = await runIn(world, id, args, more);
  return { status: answer.status, rule: answer.rule, answer, world };
}

const PLAIN = policyOf('version: policy.v1\nmode: ask');
const AUTO = policyOf('version: policy.v1\nmode: auto');
const rule = (execute: string) =>
  policyOf(
    `version: policy.v1\nrules: [{name: mine, applies_to: {ids: [text]}, execute: ${execute}, must_match: [text]}]\n`,
  );
const MINE = 'rule "mine" of the user policy';

it.each([
  ['text.echo', { text: 'a' }, PLAIN, {}, 'succeeded', 'reads run without confirmation (mode ask of the user policy)'],
  ['text.touch', { path: 'a' }, AUTO, {}, 'succeeded', 'mode auto of the user policy'],
  ['text.echo', { text: 'a' }, rule('deny'), {}, 'denied', MINE],
  ['text.echo', { text: 'a' }, rule('ask'), {}, 'confirmation_required', MINE],
  ['text.echo', { text: 'a' }, rule('human'), { dry_run: true }, 'dry_run', MINE],
  // Refused before anybody asked what policy says.
  ['text.echo', { text: 1 }, rule('deny'), {}, 'invalid_arguments', undefined],
])('%s %j: %#', async (id, args, policy, more, status, named) => {
  expect(await run(id, args, policy, more)).toMatchObject({ status, rule: named });
});

/** What a refused run says of itself: it was frozen, so there is a hash of it, and a rule that decided. */
const FROZEN = { rule: expect.any(String), invocation: { input_hash: expect.stringMatching(/^[0-9a-f]{64}$/) } };

it.each([
  ['a forged token', { path: 'c' }, 'junk', 'denied'],
  ['a token for another call', { path: 'd' }, undefined, 'denied'],
])('%s is refused with the rule and the hash of what it was frozen to', async (_name, args, token, status) => {
  const { world, answer } = await run('text.touch', { path: 'c' }, PLAIN);
  const confirmation_token = token ?? answer.confirmation.confirmation_token;
  const refused = await run('text.touch', args, PLAIN, { confirmation_token }, world);
  expect(refused.answer).toMatchObject({ status, ...FROZEN, rule: answer.rule });
});

it('a repeat of an unknown outcome, and an open circuit, as well', async () => {
  const { world } = await run('text.echo', { text: '' }, PLAIN);
  const ports = await world.runPorts();
  const acting = {
    ...world,
    runPorts: async () => ({ ...ports, execute: async () => acted('', { stopped: 'timeout' }) }),
  };
  const unasked = { ...acting, policy: () => AUTO };
  const first = await run('text.touch', { path: 'e' }, AUTO, {}, unasked);
  const again = await run('text.touch', { path: 'e' }, AUTO, {}, unasked);
  expect(again.answer).toMatchObject({ status: 'outcome_unknown', executed: false, ...FROZEN, rule: first.rule });
  for (const _ of [1, 2]) await run('text.echo', { text: 'f' }, PLAIN, {}, acting);
  const shut = await run('text.echo', { text: 'f' }, PLAIN, {}, acting);
  expect(shut.answer).toMatchObject({ status: 'circuit_open', executed: false, ...FROZEN });
});

it('a broken policy denies a run by the name of its file, and the audit has it', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'cap broken ')));
  const file = join(cwd, '.cap-policy.yaml');
  writeFileSync(file, 'version: policy.v1\nmode: what\n');
  const { ready, policy } = policyInForce(() => ({ environment: { XDG_CONFIG_HOME: cwd, CAP_STATE_DIR: cwd }, cwd }));
  await ready();
  const world = worldOf(snapshot, policy);
  const secret = 'sk-0123456789abcdefghij';
  const answer = await runIn(world, 'text.echo', { text: secret });
  const named = `the policy file ${file}, which cannot be used`;
  expect(answer).toMatchObject({
    version: 'action-run.v1',
    ...{
      status: 'denied',
      executed: false,
      rule: named,
      invocation: { canonical_path: 'text.echo', input_hash: null },
    },
    errors: [{ reason: 'denied', message: expect.stringContaining(`${file}:2:`) }],
  });
  const [event, ...more] = (await auditOf(world)).files.flatMap(({ lines }) => lines);
  expect(more).toEqual([]);
  expect(event).not.toContain(secret);
  expect(JSON.parse(event ?? '')).toMatchObject({
    ...{ kind: 'denied', canonical_path: 'text.echo', operation_id: answer.invocation.operation_id },
    details: { rule: named },
  });
  const { exit, out } = await commandLine(['run', 'text.echo', '--text', 'x'], { world: () => world });
  expect([exit, JSON.parse(out)]).toMatchObject([4, { version: 'action-run.v1', status: 'denied', rule: named }]);
  rmSync(cwd, { recursive: true });
});

it('a run after a yes names the rule that asked for it', async () => {
  const asked = await run('text.touch', { path: 'b' }, PLAIN);
  expect(asked.rule).toBe(asked.answer.confirmation.rule);
  const { confirmation_token } = asked.answer.confirmation;
  const done = await run('text.touch', { path: 'b' }, PLAIN, { confirmation_token }, asked.world);
  expect(done).toMatchObject({ status: 'succeeded', rule: asked.rule });
});
