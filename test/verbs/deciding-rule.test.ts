/** Every answer of a run that policy had a say in names the rule that decided, whether it ran, waits or is refused. */
import { expect, it } from 'vitest';
import type { Policy } from '../../src/policy/policy.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { openCatalog, runIn, worldOf } from './world.ts';

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

it('a run after a yes names the rule that asked for it', async () => {
  const asked = await run('text.touch', { path: 'b' }, PLAIN);
  expect(asked.rule).toBe(asked.answer.confirmation.rule);
  const { confirmation_token } = asked.answer.confirmation;
  const done = await run('text.touch', { path: 'b' }, PLAIN, { confirmation_token }, asked.world);
  expect(done).toMatchObject({ status: 'succeeded', rule: asked.rule });
});
