import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../src/toolbox/network/ping.ts';
import { openSite, type Site } from './network-servers.ts';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

/** A program under this name that is found first, notes its arguments one a line, and says what it is told to say. */
function standIn(name: string, output: string, words = '', exitCode = 0): () => string[] {
  const bin = join(site.cwd, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'out'), output);
  writeFileSync(join(bin, 'err'), words);
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >"\${0%/*}/argv"\ncat "\${0%/*}/out"\ncat "\${0%/*}/err" >&2\nexit ${exitCode}\n`;
  writeFileSync(join(bin, name), script);
  chmodSync(join(bin, name), 0o755);
  site.environment.PATH = `${bin}:${process.env.PATH}`;
  return () => readFileSync(join(bin, 'argv'), 'utf8').trimEnd().split('\n');
}

/** As iputils 20221126 prints it, with one request of three lost. */
const PING = `PING localhost (127.0.0.1) 56(84) bytes of data.
64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.076 ms
64 bytes from 127.0.0.1: icmp_seq=3 ttl=64 time=0.048 ms

--- localhost ping statistics ---
3 packets transmitted, 2 received, 33.3333% packet loss, time 2016ms
rtt min/avg/max/mdev = 0.048/0.062/0.076/0.014 ms
`;

describe('network.ping', () => {
  it('counts answers and losses, and hands its arguments on one by one', async () => {
    const argv = standIn('ping', PING);
    const result = await site.answer('network.ping', {
      host: 'localhost',
      count: 3,
      timeout_seconds: 1,
      family: 'ipv4',
    });
    expect(result).toEqual({
      host: 'localhost',
      address: '127.0.0.1',
      reachable: true,
      status: 'answered',
      sent: 3,
      received: 2,
      loss_percent: 33.3,
      min_ms: 0.048,
      average_ms: 0.062,
      max_ms: 0.076,
      replies: [
        { sequence: 1, milliseconds: 0.076 },
        { sequence: 3, milliseconds: 0.048 },
      ],
    });
    expect(argv()).toEqual(['-n', '-4', '-c', '3', '-W', '1', 'localhost']);
  });

  it('takes silence and a name that does not exist as answers, a missing right as a failure', async () => {
    const lost = '2 packets transmitted, 0 received, 100% packet loss, time 1001ms';
    standIn(
      'ping',
      `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n\n--- 192.0.2.1 ping statistics ---\n${lost}\n`,
      '',
      1,
    );
    const silent = await site.answer('network.ping', { host: '192.0.2.1', count: 2 });
    expect(silent).toMatchObject({
      reachable: false,
      status: 'no_answer',
      sent: 2,
      loss_percent: 100,
      average_ms: null,
    });
    standIn('ping', '', 'ping: nope.invalid: Name or service not known\n', 2);
    const unknown = await site.answer('network.ping', { host: 'nope.invalid' });
    expect(unknown).toMatchObject({ reachable: false, status: 'name_not_found', address: null, sent: 0 });
    standIn('ping', '', 'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\n', 2);
    expect(await site.failure('network.ping', { host: 'localhost' })).toContain('may not send ICMP requests');
    standIn('ping', '', 'ping: connect: Cannot assign requested address\n', 2);
    expect(await site.answer('network.ping', { host: '::1' })).toMatchObject({
      reachable: false,
      status: 'unreachable',
    });
    for (const host of ['-f', 'a b', 'a;id', '']) {
      expect((await site.run('network.ping', { host })).status).not.toBe('succeeded');
    }
  });
});

describe('network.ping of an address', () => {
  it('takes IPv6 with brackets and without, and says when address and family do not go together', async () => {
    const argv = standIn('ping', PING);
    for (const host of ['::1', '[::1]', 'fe80::1%lo']) {
      expect((await site.run('network.ping', { host, count: 1 })).status).toBe('succeeded');
      expect(argv().at(-1)).toBe(host.replace(/[[\]]/g, ''));
    }
    const message = '::1 is an IPv6 address and cannot be reached over IPv4; leave "family" out';
    expect(await site.failure('network.ping', { host: '::1', family: 'ipv4' })).toBe(message);
    expect(await site.failure('network.ping', { host: '127.0.0.1', family: 'ipv6' })).toContain('is an IPv4 address');
    expect(commandLine('darwin', '::1', 1, 2, 'any').executable).toBe('ping6');
    expect(commandLine('darwin', 'localhost', 1, 2, 'any').executable).toBe('ping');
  });
});

describe('network.trace', () => {
  it('reads hops, silence, several routers on one hop, and why it ends', async () => {
    const argv = standIn(
      'traceroute',
      `traceroute to far.test (203.0.113.9), 5 hops max, 60 byte packets
 1  192.0.2.1  0.335 ms  0.301 ms  0.290 ms
 2  * * *
 3  198.51.100.1  4.1 ms 198.51.100.2  5.2 ms *
 4  203.0.113.9  9.9 ms !X  9.8 ms !X  9.7 ms !X
`,
    );
    const result = await site.answer('network.trace', { host: 'far.test', max_hops: 5, probes: 3 });
    expect(result).toEqual({
      host: 'far.test',
      address: '203.0.113.9',
      reached: false,
      hops: [
        { hop: 1, addresses: ['192.0.2.1'], milliseconds: [0.335, 0.301, 0.29], note: null },
        { hop: 2, addresses: [], milliseconds: [], note: null },
        { hop: 3, addresses: ['198.51.100.1', '198.51.100.2'], milliseconds: [4.1, 5.2], note: null },
        { hop: 4, addresses: ['203.0.113.9'], milliseconds: [9.9, 9.8, 9.7], note: 'administratively prohibited' },
      ],
    });
    expect(argv()).toEqual(['-n', '-m', '5', '-w', '2', '-q', '3', 'far.test']);
  });

  it('knows when it has arrived, and when there is no such host', async () => {
    standIn('traceroute', 'traceroute to ::1 (::1), 30 hops max, 80 byte packets\n 1  ::1  0.042 ms\n');
    const here = await site.answer('network.trace', { host: '::1', family: 'ipv6' });
    expect(here).toMatchObject({ address: '::1', reached: true, hops: [{ hop: 1, addresses: ['::1'] }] });
    standIn('traceroute', '', 'nope.invalid: Name or service not known\nCannot handle "host" cmdline arg\n', 2);
    expect(await site.failure('network.trace', { host: 'nope.invalid' })).toContain('there is no host nope.invalid');
  });
});

describe('network.public_port_check', () => {
  it('tries each port at the address and tells open from refused', async () => {
    const open = await site.listen(createServer());
    const gone = createServer();
    const closed = await site.listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const result = await site.answer('network.public_port_check', { host: '127.0.0.1', ports: [closed, open] });
    expect(result).toMatchObject({
      host: '127.0.0.1',
      status: 'checked',
      addresses: [{ address: '127.0.0.1', scope: 'loopback', of_this_machine: true }],
    });
    expect(result.ports).toHaveLength(2);
    const byPort = new Map(result.ports.map((port: { port: number }) => [port.port, port]));
    expect(byPort.get(open)).toMatchObject({ open: true, status: 'open', attempts: [{ address: '127.0.0.1' }] });
    expect(byPort.get(closed)).toMatchObject({ open: false, status: 'refused' });
  });

  it('takes a name that does not exist as an answer, and no nonsense', async () => {
    const result = await site.run('network.public_port_check', { host: 'no-such-host.invalid', ports: [80] });
    if (result.status === 'succeeded') expect(result.result).toMatchObject({ status: 'name_not_found', addresses: [] });
    else expect(result.message).toContain('could not be looked up');
    for (const ports of [[], [0], [80, 80], [70_000]]) {
      expect((await site.run('network.public_port_check', { host: 'localhost', ports })).status).not.toBe('succeeded');
    }
  });
});

describe('network.ip_show', () => {
  it('shows the addresses that the system has, and one interface when asked', async () => {
    const all = await site.answer('network.ip_show', {});
    const known = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    const shown = all.interfaces.flatMap(({ addresses }: { addresses: { address: string }[] }) => addresses);
    expect(shown.map(({ address }: { address: string }) => address).sort()).toEqual(known.sort());
    const one = await site.answer('network.ip_show', { interface: 'lo', family: 'ipv4' });
    expect(one.interfaces).toMatchObject([
      {
        name: 'lo',
        up: true,
        kind: 'loopback',
        mac: null,
        mtu: Number(readFileSync('/sys/class/net/lo/mtu', 'utf8')),
        addresses: [{ address: '127.0.0.1', family: 'ipv4', prefix_length: 8, scope: 'loopback' }],
      },
    ]);
    expect(await site.failure('network.ip_show', { interface: 'no such' })).toContain('there is no interface no such');
  });
});

describe('network.route_show', () => {
  it('agrees with the kernel on the way out', async () => {
    const lines = readFileSync('/proc/net/route', 'utf8').trimEnd().split('\n').slice(1);
    const ways = lines
      .map((line) => line.split('\t'))
      .filter((field) => field[1] === '00000000' && field[7] === '00000000');
    const result = await site.answer('network.route_show', { family: 'ipv4' });
    expect(result.routes).toHaveLength(lines.length);
    const names = (list: { interface: string }[]) => list.map((way) => way.interface).sort();
    expect(names(result.default_gateways)).toEqual(ways.map(([name]) => name).sort());
    // Reserved and never routed on its own: it goes where everything else goes.
    const out = await site.answer('network.route_show', { address: '240.0.0.1' });
    if (ways.length === 0) expect(out.selected).toBeNull();
    else
      expect(out.selected).toMatchObject({ destination: '0.0.0.0/0', interface: result.default_gateways[0].interface });
    expect(await site.failure('network.route_show', { address: 'example.org' })).toContain('is no IP address');
  });
});
