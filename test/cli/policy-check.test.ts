/** cap policy check holds the ids of a policy against the catalog in use, and tells nobody of what is hidden from them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPolicy } from '../../src/platform/policy-load.ts';
import { NO_POLICY, type Policy } from '../../src/policy/policy.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, TERMINAL } from './command-line.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap policy check '));
afterAll(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'policy.yaml');
const snapshot = openCatalog();

const ruleOn = (...ids: string[]) =>
  `version: policy.v1\nrules:\n  - {name: a, applies_to: {ids: [text]}, execute: deny, must_match: [${ids}]}\n`;
const hiding = (id: string) =>
  policyOf(`version: policy.v1\nrules: [{name: h, applies_to: {ids: [${id}]}, discover: deny, must_match: [${id}]}]\n`);

async function check(
  text: string,
  { policy = NO_POLICY, argv = [] as string[], ...more } = {} as { policy?: Policy; argv?: string[] },
) {
  writeFileSync(file, text);
  const world = worldOf(snapshot, () => policy);
  const host = { environment: {}, cwd: directory };
  return commandLine(['policy', 'check', file, ...argv], {
    world: () => world,
    checkPolicy: (files) => checkPolicy(host, files),
    ...more,
  });
}

describe('an id that no catalog has', () => {
  it('is a finding with its place and with the id that was meant, though the prefix of the rule matches it', async () => {
    const { exit, out } = await check(ruleOn('text.touch', 'text.ecoh', 'text'));
    expect(exit).toBe(0);
    const { usable, findings } = JSON.parse(out);
    expect({ usable, findings }).toEqual({
      usable: true,
      findings: [
        {
          file,
          line: 3,
          column: 81,
          message: 'this catalog has nothing called text.ecoh; did you mean text.echo?',
          did_you_mean: 'text.echo',
        },
      ],
    });
  });

  it('fails a check that is strict; what the catalog has does not', async () => {
    expect((await check(ruleOn('text.ecoh'), { argv: ['--strict'] })).exit).toBe(2);
    const { exit, out } = await check(ruleOn('text.echo'), { argv: ['--strict'] });
    expect(exit).toBe(0);
    expect(JSON.parse(out).findings).toBeUndefined();
  });

  it('is shown on a terminal', async () => {
    writeFileSync(file, ruleOn('text.ecoh'));
    const more = {
      terminal: TERMINAL,
      checkPolicy: (files: readonly string[]) => checkPolicy({ environment: {}, cwd: directory }, files),
    };
    const { out } = await commandLine(['policy', 'check', file], more);
    expect(out).toMatch(
      /^finding {2}.*:3:\d+: this catalog has nothing called text\.ecoh; did you mean text\.echo\?$/m,
    );
  });
});

describe('what an example or a rule says and no catalog, or not this one, has', () => {
  // text.touch is an action, W-local, of low risk.
  const rule = (applies: string, ...examples: string[]) =>
    `version: policy.v1\nrules:\n  - {name: a, applies_to: {${applies}}, execute: deny, must_match: [${examples}]}\n`;
  const messages = async (text: string, policy = NO_POLICY) =>
    (JSON.parse((await check(text, { policy })).out).findings ?? []).map(({ message }: { message: string }) => message);

  it.each<[string, string, string]>([
    ['side_effects: [R]', '{id: text.touch, side_effect: R}', 'W-local'],
    ['types: [recipe]', '{id: text.touch, type: recipe}', 'of type action'],
    ['risk_levels: [critical]', '{id: text.touch, risk_level: critical}', 'of low risk'],
    [
      'side_effects: [I], risk_levels: [high]',
      '{id: text.touch, side_effect: I, risk_level: high}',
      'W-local and of low risk',
    ],
  ])('is a finding: %s', async (applies, example, is) => {
    const told = `text.touch is ${is} in this catalog, this example is not`;
    expect(await messages(rule(applies, example))).toContain(told);
    const denied = rule('ids: [other]', 'other').replace('must_match: [other]', `$&, must_not_match: [${example}]`);
    expect(await messages(denied)).toContain(told);
    expect((await check(rule(applies, example), { argv: ['--strict'] })).exit).toBe(2);
    // Of what is hidden from whoever asks nothing is said.
    expect(await messages(rule(applies, example), hiding('text'))).toEqual([]);
  });

  it('is none where the catalog says the same, and nothing is asked of who calls and from where', async () => {
    const example =
      '{id: text.touch, type: action, side_effect: W-local, risk_level: low, origin: imported, principal: x}';
    const applies = 'side_effects: [W-local], origins: [imported], principals: [x]';
    expect(await messages(rule(applies, example))).toEqual([]);
  });

  it.each<[string, string, string | undefined]>([
    [
      'ids: [text.touch], side_effects: [I]',
      '{id: text.touch, side_effect: I}',
      'nothing in this catalog meets this rule',
    ],
    ['ids: [text], types: [recipe]', '{id: text.x, type: recipe}', 'nothing in this catalog meets this rule'],
    ['types: [prompt]', '{id: a, type: prompt}', 'nothing in this catalog meets this rule'],
    ['ids: [text], origins: [imported]', '{id: text.touch, origin: imported}', 'it is project, not imported'],
    ['ids: [text.touch], origins: [builtin]', '{id: text.touch, origin: builtin}', 'it is project, not builtin'],
    ['ids: [text], side_effects: [W-local, I]', '{id: text.touch, side_effect: W-local}', undefined],
    ['ids: [text.touch], principals: [nobody]', '{id: text.touch, principal: nobody}', undefined],
    ['origins: [imported]', '{id: a, origin: imported}', undefined],
    ['ids: [text], origins: [project]', '{id: text.touch, origin: project}', undefined],
  ])('a rule that nothing here meets is a finding with its place: %s', async (applies, example, wanted) => {
    const text = rule(applies, example);
    const { out } = await check(text);
    const all = (JSON.parse(out).findings ?? []).filter((one: { message: string }) => /meets/.test(one.message));
    const found = { file, line: 3, column: 27, message: expect.stringContaining(wanted ?? '') };
    expect(all).toEqual(wanted === undefined ? [] : [found]);
    if (wanted !== undefined) expect((await check(text, { argv: ['--strict'] })).exit).toBe(2);
    expect((await messages(text, hiding('text'))).filter((message: string) => /meets/.test(message))).toEqual([]);
  });
});

it('tells the same of what is hidden from who asks as of what never was', async () => {
  for (const id of ['text.echo', 'text.ecoh', 'text.never']) {
    const { exit, out } = await check(ruleOn(id), { policy: hiding('text.echo'), argv: ['--strict'] });
    expect(out).not.toContain('did_you_mean');
    if (id === 'text.echo') expect([exit, JSON.parse(out).findings]).toEqual([0, undefined]);
  }
  const never = await check(ruleOn('text.echo'), { policy: hiding('text') });
  expect((await check(ruleOn('text.zzzz'), { policy: hiding('text') })).out).toBe(never.out);
});
