/** What a capability gave is read under the policy of now: denied since, its result is as unknown as any hidden id. */
import { describe, expect, test } from 'vitest';
import { type Conditions, NO_POLICY, type Policy, type Rule } from '../../src/policy/policy.ts';
import { refuse } from '../../src/reason/refusal.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { openCatalog, worldOf } from './world.ts';

const ECHO = { ids: ['text.echo'] };
const snapshot = openCatalog();
const CALL = {
  version: 'action-run.v1',
  canonical_path: 'text.echo',
  action_version: 1,
  expected_source_hash: snapshot.sourceHash,
  expected_surface_hash: snapshot.surfaceHash,
  tool_call_id: 'c',
  arguments: { text: 'private' },
};
const rule = (applies_to: Conditions, taken: Partial<Rule>): Rule => ({
  name: 'never',
  level: 'user',
  applies_to,
  ...taken,
});

/** What the same store says of a result of text.echo under this rule, with this catalog. */
async function readUnder(added: Rule, catalog: 'same' | 'none' = 'same') {
  let policy: Policy = NO_POLICY;
  let found: ReturnType<Parameters<typeof worldOf>[1] & object> | typeof snapshot = snapshot;
  const world = { ...worldOf(snapshot, () => policy), snapshot: () => found as never };
  const ask = async (name: string, request: object) => {
    const verb = VERBS.find((one) => one.name === name) as (typeof VERBS)[number];
    const { body } = await dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), world);
    return JSON.parse(body);
  };
  const ran = await ask('run', CALL);
  const request = { version: 'result-read.v1', result_ref: ran.evidence.result_ref };
  expect((await ask('result', request)).text).toContain('private');
  policy = { ...NO_POLICY, revision: 'later', rules: [added] };
  if (catalog === 'none') found = refuse('snapshot_missing') as never;
  const given = await ask('result', request);
  const unknown = await ask('result', { ...request, result_ref: '0'.repeat(32) });
  return { text: given.text, isUnknown: JSON.stringify(given) === JSON.stringify(unknown) };
}

describe('a kept result', () => {
  test.each<[string, Rule]>([
    ['found', rule(ECHO, { discover: 'deny' })],
    ['read', rule(ECHO, { describe: 'deny' })],
    ['executed', rule(ECHO, { execute: 'deny' })],
    ['executed by what it does', rule({ side_effects: ['R'] }, { execute: 'deny' })],
    ['found, by its pack', rule({ ids: ['text'] }, { discover: 'deny' })],
  ])('of what may not be %s any more is unknown', async (_name, added) => {
    expect(await readUnder(added)).toEqual({ text: undefined, isUnknown: true });
    expect(await readUnder(added, 'none')).toEqual({ text: undefined, isUnknown: true });
  });

  test.each<[string, Rule]>([
    ['asks first', rule(ECHO, { execute: 'ask' })],
    ['waits for a human', rule(ECHO, { execute: 'human' })],
    ['means another', rule({ ids: ['text.touch'] }, { discover: 'deny' })],
    ['spares it', rule({ ids: ['text'], except_ids: ['text.echo'] }, { discover: 'deny' })],
  ])('stays readable under a rule that %s', async (_name, added) => {
    expect((await readUnder(added)).text).toContain('private');
    expect((await readUnder(added, 'none')).text).toContain('private');
  });
});
