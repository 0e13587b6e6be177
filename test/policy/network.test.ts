/** What policy files say of networks, and that of several the strictest counts. */
import { describe, expect, it } from 'vitest';
import { compilePolicy, type PolicySource } from '../../src/policy/compile-policy.ts';
import { reachesPrivate, unenforcedDenied } from '../../src/policy/network.ts';
import { type Level, NO_POLICY, type Policy } from '../../src/policy/policy.ts';

const file = (level: Level, network: unknown): PolicySource => ({
  level,
  file: `${level}.yaml`,
  value: { version: 'policy.v1', network },
});
const policyOf = (...sources: PolicySource[]): Policy => {
  const policy = compilePolicy(sources);
  if (!('revision' in policy)) throw new Error(JSON.stringify(policy));
  return policy;
};
const faultsOf = (source: PolicySource): string[] => {
  const policy = compilePolicy([source]);
  return 'revision' in policy ? [] : policy.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('private hosts', () => {
  it('are none without a policy, and those that it names exactly', () => {
    expect(reachesPrivate(NO_POLICY, new URL('http://localhost'))).toBe(false);
    const policy = policyOf(file('user', { private_hosts: ['localhost', '10.0.0.5', '[::1]'] }));
    expect(
      ['localhost', '10.0.0.5', '[::1]'].map((host) => reachesPrivate(policy, new URL(`https://${host}:81`))),
    ).toEqual([true, true, true]);
    expect(
      ['x.localhost', '10.0.0.50', '[::2]'].map((host) => reachesPrivate(policy, new URL(`http://${host}`))),
    ).toEqual([false, false, false]);
  });

  it('are those that every file names which names any', () => {
    const policy = policyOf(
      file('organisation', { private_hosts: ['a.example', 'b.example'] }),
      file('user', { private_hosts: ['b.example', 'c.example'] }),
      file('project', { unenforced: 'deny' }),
    );
    expect(['a', 'b', 'c'].filter((name) => reachesPrivate(policy, new URL(`http://${name}.example`)))).toEqual(['b']);
  });

  it('with a port are that port alone, also where another file names all ports of the host', () => {
    const policy = policyOf(
      file('organisation', { private_hosts: ['a.example', 'b.example:80', 'c.example:81', '[::1]'] }),
      file('user', { private_hosts: ['a.example:8080', 'b.example', 'c.example:82', '[::1]:443'] }),
    );
    const open = ['http://a.example:8080', 'http://b.example', 'https://[::1]'];
    const shut = [
      'http://a.example',
      'https://b.example',
      'http://c.example:81',
      'http://c.example:82',
      'http://[::1]',
    ];
    expect([...open, ...shut].filter((url) => reachesPrivate(policy, new URL(url)))).toEqual(open);
  });

  it('are not for a project to open, nor to be misspelt', () => {
    expect(faultsOf(file('project', { private_hosts: ['localhost'] }))).toEqual([
      expect.stringContaining('network.private_hosts: a project cannot open'),
    ]);
    for (const host of ['LOCALHOST', 'http://x', 'x:', 'x:y', 'x:080', 'x:123456', 'a b', '']) {
      expect(faultsOf(file('user', { private_hosts: [host] }))).toHaveLength(1);
    }
    expect(faultsOf(file('user', { private_host: ['x'] }))).toEqual([
      expect.stringContaining('did you mean private_hosts?'),
    ]);
  });
});

describe('what is not enforced', () => {
  it('is denied as soon as one file says so, and that file is named', () => {
    expect(unenforcedDenied(NO_POLICY)).toBeUndefined();
    expect(unenforcedDenied(policyOf(file('user', { private_hosts: ['x'] })))).toBeUndefined();
    const policy = policyOf(file('user', { private_hosts: ['x'] }), file('project', { unenforced: 'deny' }));
    expect(unenforcedDenied(policy)).toBe('network.unenforced of the project policy');
    expect(faultsOf(file('user', { unenforced: 'allow' }))).toHaveLength(1);
  });
});
