/** Each capability of system.port, run on ports that the test opens. */
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runChecked } from './run-checked.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(host: string): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as { port: number }).port;
}

/** A port that nobody listens on: one that was open a moment ago. */
async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('system.port.who', () => {
  it('names the process behind a port by the name a person gives it, and nobody behind a free one', async () => {
    const port = await listen('127.0.0.1');
    const { holders, complete } = await runChecked('system.port.who', { port });
    expect(holders).toMatchObject([
      { pid: process.pid, process_name: 'node', state: 'listening', address: '127.0.0.1' },
    ]);
    expect(complete).toBe(true);
    expect((await runChecked('system.port.who', { port: await freePort() })).holders).toEqual([]);
  });
});

describe('system.port.listening', () => {
  it('lists what listens, TCP and UDP apart', async () => {
    const tcp = await listen('127.0.0.1');
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const udp = socket.address().port;
    const ports = async (args: { protocol?: string }) =>
      (await runChecked('system.port.listening', args)).holders.map((one: { port: number }) => one.port);
    expect(await ports({})).toEqual(expect.arrayContaining([tcp, udp]));
    const only = await ports({ protocol: 'tcp' });
    expect(only).toContain(tcp);
    expect(only).not.toContain(udp);
  });
});

describe('system.port.check', () => {
  it('tells an open port from a closed one, by name and by address', async () => {
    const port = await listen('127.0.0.1');
    expect(await runChecked('system.port.check', { port })).toMatchObject({
      open: true,
      status: 'open',
      host: 'localhost',
    });
    expect(await runChecked('system.port.check', { port: await freePort(), host: '127.0.0.1' })).toMatchObject({
      open: false,
      status: 'refused',
      attempts: [{ address: '127.0.0.1', status: 'refused', error: 'ECONNREFUSED' }],
    });
  });

  it('answers over IPv6 as well', async () => {
    const port = await listen('::1');
    expect(await runChecked('system.port.check', { port, host: '::1' })).toMatchObject({ open: true });
    expect(await runChecked('system.port.check', { port, host: '[::1]' })).toMatchObject({ open: true });
  });

  it('says that a name does not exist', async () => {
    // .invalid never exists (RFC 6761). Without any DNS server the system cannot say so and the tool reports that instead.
    const answered = await runChecked('system.port.check', { port: 80, host: 'no-such-host.invalid' }).catch(String);
    if (typeof answered === 'string') expect(answered).toContain('could not be looked up');
    else expect(answered).toMatchObject({ open: false, status: 'name_not_found', attempts: [] });
  });
});
