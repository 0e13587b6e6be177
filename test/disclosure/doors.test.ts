/** Which door is shut and why, asked through dispatch over a real machine. */
import { describe, expect, it } from 'vitest';
import { doorsResponse } from '../../src/contract/doors.v1.ts';
import { doorsOf } from '../../src/disclosure/doors.ts';
import { NO_POLICY, type Policy, type Rule } from '../../src/policy/policy.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { capability, command } from '../run/capabilities.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';

async function ask(id: string, policy: Policy = NO_POLICY) {
  const verb = VERBS.find(({ name }) => name === 'doors');
  if (verb === undefined) throw new Error('no doors');
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 'doors.v1', canonical_path: id }));
  const { body, exitCode } = await dispatch(
    verb,
    bytes,
    worldOf(openCatalog(), () => policy),
  );
  return { exitCode, answer: JSON.parse(body) };
}

const under = (rule: Partial<Rule>): Policy => ({
  ...NO_POLICY,
  revision: 'x',
  rules: [{ name: 'r', level: 'user', applies_to: { ids: ['text.echo'] }, ...rule }],
});
const shut = async (id: string, policy?: Policy) => {
  const { answer } = await ask(id, policy);
  const { doors } = doorsResponse.parse(answer);
  return doors.filter(({ open }) => !open).map(({ name, reason, opens }) => `${name}: ${reason} → ${opens}`);
};

describe('the doors', () => {
  it('of a read are all open', async () => {
    expect(await shut('text.echo')).toEqual([]);
    const { answer } = await ask('text.echo');
    expect(answer.executables).toEqual([
      { name: 'printf', path: expect.stringContaining('/printf'), version_checked: false },
    ]);
  });

  it('of a write wait for a yes', async () => {
    expect(await shut('text.touch')).toEqual([
      expect.stringMatching(/^executable: It waits for a yes: .* → A confirmation/),
    ]);
  });

  it('that policy shuts name the rule', async () => {
    expect(await shut('text.echo', under({ execute: 'deny', because: 'Not here.' }))).toEqual([
      expect.stringContaining('executable: Not here. (rule "r" of the user policy)'),
    ]);
    expect(await shut('text.echo', under({ describe: 'deny' }))).toEqual([
      expect.stringContaining('describable: '),
      expect.stringContaining('executable: '),
    ]);
    expect(await shut('text.echo', under({ execute: 'human' }))).toEqual([expect.stringContaining('cap approve')]);
  });

  it('of what is hidden do not exist', async () => {
    const { exitCode, answer } = await ask('text.echo', under({ discover: 'deny' }));
    expect([exitCode, answer.error.reason]).toEqual([3, 'unknown_capability']);
    expect((await ask('no.such')).answer.error.message).toBe(answer.error.message);
  });

  it('of what is missing or belongs elsewhere are not available', () => {
    const execute = { kind: 'allowed', rule: 'x' } as const;
    const found = { versions: new Map(), secrets: new Map(), network: undefined };
    const facts = { os: 'linux', describeDenied: undefined, execute, ...found } as const;
    const subject = capability({
      handler: command({ executable: 'nowhere' }),
      executables: [{ name: 'git', min_version: '2.30' }],
    });
    const { doors, executables } = doorsOf({
      ...facts,
      capability: subject,
      executables: new Map([['git', '/usr/bin/git']]),
    });
    expect(doors.filter(({ open }) => !open).map(({ name, opens }) => [name, opens])).toEqual([
      ['available', 'Install nowhere.'],
      ['executable', 'Install nowhere.'],
    ]);
    expect(executables.map(({ name, path }) => [name, path])).toEqual([
      ['git', '/usr/bin/git'],
      ['nowhere', null],
    ]);
    const elsewhere = doorsOf({ ...facts, capability: capability({ os: ['darwin'] }), executables: new Map() });
    expect(elsewhere.doors[2]).toMatchObject({ open: false, reason: 'It works on darwin; this is linux.' });
  });

  it('name everything that is in the way at once', () => {
    const { doors } = doorsOf({
      ...{ os: 'linux', describeDenied: undefined, network: undefined, execute: { kind: 'allowed', rule: 'x' } },
      capability: capability({
        handler: command({ executable: 'nowhere' }),
        executables: [{ name: 'git', min_version: '2.30' }, { name: 'neither' }],
      }),
      executables: new Map([['git', '/usr/bin/git']]),
      versions: new Map([['git', '2.9']]),
      secrets: new Map([['KEY', false]]),
    });
    expect(doors[2]).toEqual({
      name: 'available',
      open: false,
      reason:
        'Not in any directory of PATH: neither, nowhere. It needs git 2.30 or newer; this one is 2.9. A secret is not there: KEY.',
      opens: expect.stringMatching(/^Install neither, nowhere\. A newer git\. Set CAP_SECRET_KEY, /),
    });
  });

  it('of an old program and of a secret that nobody has given are shut, and say what opens them', () => {
    const execute = { kind: 'allowed', rule: 'x' } as const;
    const facts = { os: 'linux', describeDenied: undefined, execute, network: undefined } as const;
    const handler = {
      kind: 'mcp',
      server: { executable: 'git', env: { KEY: { secret: 'KEY' } } },
      tool: 'x',
    } as const;
    const subject = capability({ handler, executables: [{ name: 'git', min_version: '2.30' }] });
    const ask = (version: string, there: boolean) =>
      doorsOf({
        ...facts,
        capability: subject,
        executables: new Map([['git', '/usr/bin/git']]),
        versions: new Map([['git', version]]),
        secrets: new Map([['KEY', there]]),
      });
    expect(ask('2.9', true).doors[2]).toMatchObject({
      open: false,
      reason: 'It needs git 2.30 or newer; this one is 2.9.',
      opens: 'A newer git.',
    });
    expect(ask('2.43.0', false).doors[2]).toMatchObject({
      open: false,
      reason: 'A secret is not there: KEY.',
      opens: expect.stringContaining('CAP_SECRET_KEY'),
    });
    const open = ask('2.43.0', true);
    expect(open.doors[2]?.open).toBe(true);
    expect(open.executables).toMatchObject([{ name: 'git', version: '2.43.0', version_checked: true }]);
    expect(open.secrets).toEqual([{ name: 'KEY', there: true }]);
  });

  it.each([
    [command({ executable: 'git' }), /^This system fits, and everything it needs is there\.$/],
    [
      { kind: 'mcp', server: { executable: 'git' }, tool: 'x' },
      /server git was not started: .* the tool x is first asked/,
    ],
    [{ kind: 'http', method: 'GET', url: 'https://example.test/' }, /whether the server answers is first found out/],
  ] as const)('claim nothing of a server that nobody has asked (%j)', (handler, reason) => {
    const { doors } = doorsOf({
      ...{ os: 'linux', describeDenied: undefined, network: undefined, versions: new Map(), secrets: new Map() },
      execute: { kind: 'allowed', rule: 'x' },
      capability: capability({ handler }),
      executables: new Map([['git', '/usr/bin/git']]),
    });
    expect(doors[2]).toMatchObject({ name: 'available', open: true, reason: expect.stringMatching(reason) });
    expect(doors[1]).toMatchObject({
      name: 'public',
      open: true,
      reason: expect.stringMatching(/^No manifest can keep a capability private\./),
    });
  });
});
