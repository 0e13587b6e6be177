import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { findNetwork } from '../../src/run/network.ts';
import { runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, finished, openBench, requestOf, waiting } from './capabilities.ts';
import { callUnder } from './http-servers.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** Tries to reach a port of this machine and says what came of it. */
const CONNECT = `
const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
socket.on('connect', () => { console.log('reached'); process.exit(0); });
socket.on('error', (error) => { console.log(error.code); process.exit(0); });`;
const connecting = (more: Partial<Capability>) =>
  capability({ handler: command({ argv: ['-e', CONNECT, { arg: 'port', prefix: '' }] }), ...more });

async function listening<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work((server.address() as { port: number }).port);
  } finally {
    server.close();
  }
}

describe('network_policy none', () => {
  it('leaves no way out, not even to this machine, and the answer says so', async () => {
    const outcome = await listening(async (port) => finished(await bench.call(connecting({}), { port })));
    expect(outcome.evidence.stdout.text).toBe('ENETUNREACH\n');
    expect(outcome.frozen.network).toMatchObject({ policy: 'none', state: 'enforced' });
    const answer = await bench.answer(connecting({}), { port: 9 });
    expect(answer).toMatchObject({ response: { evidence: { network: { policy: 'none', state: 'enforced' } } } });
    const plan = await bench.answer(connecting({}), { port: 9 }, { dry_run: true });
    expect(plan).toMatchObject({ response: { plan: { network: { state: 'enforced' } } } });
  });

  it('does not depend on who comes first in PATH', async () => {
    const bin = join(bench.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 });
    const environment = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      CAP_STATE_DIR: join(bench.home, 'state'),
    };
    const shadowed = openBench({ environment });
    const outcome = await listening(async (port) => finished(await shadowed.call(connecting({}), { port })));
    expect(outcome.evidence.stdout.text).toBe('ENETUNREACH\n');
    shadowed.close();
  });

  it('holds for the children of what is started', async () => {
    const argv = [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['-e', process.argv[2], process.argv[1]], {stdio: 'inherit'})`,
      { arg: 'port' },
      CONNECT,
    ];
    const subject = capability({ handler: command({ argv }) });
    const outcome = await listening(async (port) => finished(await bench.call(subject, { port })));
    expect(outcome.evidence.stdout.text).toBe('ENETUNREACH\n');
  });

  // Only root could get out by any of these, and only root runs them for what they are worth.
  it.each([
    ['entering the network of another process', 'nsenter --net=/proc/$PPID/ns/net true && echo out'],
    ['entering that of the first process', 'nsenter --target 1 --net true && echo out'],
    ['laying a line to another process', 'ip link add capout type veth peer name capback netns $PPID && echo out'],
    ['getting back what was taken away', 'setpriv --inh-caps=+sys_admin --ambient-caps=+sys_admin true && echo out'],
    [
      'being root among users of its own',
      'unshare --user --map-root-user nsenter --net=/proc/$PPID/ns/net true && echo out',
    ],
  ])('is not left by %s', async (_name, script) => {
    const subject = capability({ handler: command({ executable: 'sh', argv: ['-c', `${script}; exit 0`] }) });
    const outcome = finished(await bench.call(subject));
    expect([outcome.frozen.network.state, outcome.evidence.stdout.text]).toEqual(['enforced', '']);
  });

  it('is not enforced on what looks at the network of this machine, and that is said', async () => {
    const subject = connecting({ hostView: ['network'] });
    const outcome = await listening(async (port) => finished(await bench.call(subject, { port })));
    expect(outcome.evidence.stdout.text).toBe('reached\n');
    expect(outcome.frozen.network).toMatchObject({
      state: 'unenforced',
      how: expect.stringContaining('looks at the network'),
    });
  });

  it('keeps exit code, output, input, directory and the end of the whole tree as they are', async () => {
    const handler = command({
      argv: [
        '-e',
        'process.stdin.on("data", (text) => process.stdout.write(process.cwd() + " " + text)); process.exitCode = 7',
      ],
      stdin: { arg: 'text' },
    });
    const outcome = finished(await bench.call(capability({ handler }), { text: 'hello' }));
    expect(outcome.evidence).toMatchObject({
      exitCode: 7,
      signal: null,
      stdout: { text: expect.stringMatching(/cap run .* hello$/) },
    });
    const slow = capability({ timeoutMs: 500, handler: command({ executable: 'sleep', argv: ['60'] }) });
    expect(finished(await bench.call(slow))).toMatchObject({ status: 'timed_out', evidence: { stopped: 'timeout' } });
  });
});

describe('the other policies', () => {
  it('outbound is not restricted; loopback cannot be told from it here and says so', async () => {
    for (const [networkPolicy, state] of [
      ['outbound', 'unrestricted'],
      ['loopback', 'unenforced'],
    ] as const) {
      const subject = connecting({ networkPolicy });
      const outcome = await listening(async (port) => finished(await bench.call(subject, { port })));
      expect(outcome.evidence.stdout.text).toBe('reached\n');
      expect(outcome.frozen.network).toMatchObject({ policy: networkPolicy, state });
    }
  });
});

describe('a policy that wants it enforced', () => {
  const strict = {
    ...NO_POLICY,
    revision: 'strict',
    network: { privateHosts: [], unenforcedDeniedBy: 'organisation' },
  } as const;

  it('refuses what is not, by its name, and lets pass what is', async () => {
    const open = await callUnder(bench, connecting({ networkPolicy: 'loopback' }), { port: 9 }, {}, strict);
    expect(open).toMatchObject({
      kind: 'denied',
      decision: {
        rule: 'network.unenforced of the organisation policy',
        message: expect.stringContaining('this machine only'),
      },
    });
    expect(finished(await callUnder(bench, connecting({}), { port: 9 }, {}, strict)).status).toBe('succeeded');
    const outbound = connecting({ networkPolicy: 'outbound' });
    expect(finished(await callUnder(bench, outbound, { port: 9 }, {}, strict)).status).toBe('succeeded');
  });
});

it('a tool of ours that reaches out is told which hosts a policy opens, and no other tool is', async () => {
  const opened = { ...NO_POLICY, network: { privateHosts: ['a.example', 'b.example'] } };
  const told = async (networkPolicy: Capability['networkPolicy']) => {
    const subject = capability({ networkPolicy, handler: { kind: 'builtin', tool: 'network_http_get' } });
    const outcome = await callUnder(bench, subject, {}, { dry_run: true }, opened);
    return 'frozen' in outcome ? outcome.frozen.environment.CAP_PRIVATE_HOSTS : outcome.kind;
  };
  expect(await told('outbound')).toBe('a.example b.example');
  expect(await told('none')).toBeUndefined();
});

describe('where it cannot be enforced', () => {
  it('is unenforced with the reason', async () => {
    const networkGate = async () => ({ kind: 'none', why: 'This system has no network namespaces.' }) as const;
    expect(await findNetwork(connecting({}), { networkGate })).toEqual({
      network: { policy: 'none', state: 'unenforced', how: 'This system has no network namespaces.' },
    });
  });

  it.each(['processes', 'identities'] as const)(
    'a user who is not root is not shut off where the tool looks at %s',
    async (view) => {
      const gate = { kind: 'gate', file: '/usr/bin/unshare', argv: [], ownUsers: true } as const;
      const found = await findNetwork(connecting({ hostView: [view] }), { networkGate: async () => gate });
      expect(found.network.state).toBe('unenforced');
      const asRoot = await findNetwork(connecting({ hostView: [view] }), {
        networkGate: async () => ({ ...gate, ownUsers: false }),
      });
      expect(asRoot).toMatchObject({ network: { state: 'enforced' }, gate: { ownUsers: false } });
    },
  );
});

describe('what root could leave', () => {
  const gate = { kind: 'gate', file: '/usr/bin/unshare', argv: ['a'], ownUsers: false } as const;

  it('is said not to be enforced where it cannot be taken away', async () => {
    const networkGate = async () => ({ ...gate, leaves: 'It can.' });
    const found = await findNetwork(connecting({}), { networkGate });
    expect(found).toEqual({
      network: { policy: 'none', state: 'unenforced', how: 'It can.' },
      gate: await networkGate(),
    });
  });

  it('looks into other processes where the manifest says so, which is enforced on our own tools alone', async () => {
    const networkGate = async () => ({ ...gate, looking: ['b'] });
    const subject = connecting({ hostView: ['processes'] });
    const found = await findNetwork(subject, { networkGate });
    expect(found).toMatchObject({ network: { state: 'unenforced' }, gate: { argv: ['b'] } });
    const own = await findNetwork({ ...subject, handler: { kind: 'builtin', tool: 'x' } }, { networkGate });
    expect(own).toMatchObject({ network: { state: 'enforced' }, gate: { argv: ['b'] } });
    expect(await findNetwork(connecting({}), { networkGate })).toMatchObject({ gate: { argv: ['a'] } });
  });
});

it('a plan names the gate’s state in its hash: what was confirmed as shut off does not run open', async () => {
  const change = { sideEffect: 'W-local', confirmation: 'caller' } as const;
  const asked = waiting(await bench.call(connecting(change), { port: 9 }));
  const open = { ...bench.ports, networkGate: async () => ({ kind: 'none', why: 'Gone.' }) as const };
  const subject = connecting(change);
  const request = requestOf(subject, { port: 9 }, { confirmation_token: asked.token });
  const outcome = await runStages(request, catalogOf(subject), open, open.newOperationId());
  expect(outcome).toMatchObject({ kind: 'refusal', reason: 'denied', path: '/confirmation_token' });
});
