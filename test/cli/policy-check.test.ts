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

it('tells the same of what is hidden from who asks as of what never was', async () => {
  const hide = (id: string) =>
    policyOf(
      `version: policy.v1\nrules: [{name: h, applies_to: {ids: [${id}]}, discover: deny, must_match: [${id}]}]\n`,
    );
  for (const id of ['text.echo', 'text.ecoh', 'text.never']) {
    const { exit, out } = await check(ruleOn(id), { policy: hide('text.echo'), argv: ['--strict'] });
    expect(out).not.toContain('did_you_mean');
    if (id === 'text.echo') expect([exit, JSON.parse(out).findings]).toEqual([0, undefined]);
  }
  const never = await check(ruleOn('text.echo'), { policy: hide('text') });
  expect((await check(ruleOn('text.zzzz'), { policy: hide('text') })).out).toBe(never.out);
});
