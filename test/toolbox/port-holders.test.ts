import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { parseSockets } from '../../src/toolbox/proc/sockets.ts';

type Holder = { protocol: string; address: string; port: number; state: string; pid: number | null; user: string };
type Answer = { port: number | null; holders: Holder[]; complete: boolean; holders_not_visible: number };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function call(args: object): Promise<Answer> {
  const outcome = await runBuiltinTool('port_holders', JSON.stringify(args), { cwd: process.cwd() });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  return JSON.parse(outcome.stdout) as Answer;
}

async function listen(host: string): Promise<number> {
  const server = createServer();
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as { port: number }).port;
}

describe('port_holders', () => {
  it('finds this very process behind a TCP port it listens on', async () => {
    const port = await listen('127.0.0.1');
    const answer = await call({ port });
    expect(answer).toMatchObject({ port, complete: true, holders_not_visible: 0 });
    expect(answer.holders).toHaveLength(1);
    expect(answer.holders[0]).toMatchObject({
      protocol: 'tcp',
      address: '127.0.0.1',
      port,
      state: 'listening',
      pid: process.pid,
    });
    expect((answer.holders[0] as unknown as { command: string }).command).toContain('node');
  });

  it('lists a port among all listening ones when none is named, in order of port', async () => {
    const port = await listen('127.0.0.1');
    const answer = await call({});
    expect(answer.port).toBeNull();
    const ports = answer.holders.map((holder) => holder.port);
    expect(ports).toContain(port);
    expect(ports).toEqual([...ports].sort((a, b) => a - b));
  });

  it('tells UDP from TCP', async () => {
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const port = socket.address().port;
    expect((await call({ port, protocol: 'tcp' })).holders).toEqual([]);
    expect((await call({ port, protocol: 'udp' })).holders).toMatchObject([{ pid: process.pid, state: 'unconnected' }]);
  });

  it('answers an empty list for a free port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await call({ port })).toMatchObject({ port, holders: [], complete: true });
  });

  it('refuses arguments of another type with exit 1 and a JSON error', async () => {
    const outcome = await runBuiltinTool('port_holders', '{"port":"3000"}', { cwd: '/' });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stdout).toBe('');
    expect(JSON.parse(outcome.stderr)).toEqual({
      error: { reason: 'invalid_arguments', message: 'argument "port" must be an integer' },
    });
  });
});

describe('the kernel tables', () => {
  it.each([
    ['tcp', '0100007F:0BB8', '127.0.0.1', 3000],
    ['tcp6', '00000000000000000000000001000000:1F90', '::1', 8080],
    ['tcp6', '00000000000000000000000000000000:0016', '::', 22],
    ['tcp6', '0000000000000000FFFF00000100007F:0016', '::ffff:127.0.0.1', 22],
    ['udp6', 'B80D0120000000000000000001000000:0035', '2001:db8::1', 53],
  ] as const)('%s %s is %s port %i', (table, local, address, port) => {
    const zero = table.endsWith('6') ? '0'.repeat(32) : '0'.repeat(8);
    const line = `  sl  local_address\n   0: ${local} ${zero}:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1`;
    const [socket] = parseSockets(line, table, true);
    expect(socket).toMatchObject({ localAddress: address, localPort: port, uid: 1000, inode: 4242 });
  });
});

describe('the entry', () => {
  it.each([
    ['no_such_tool', '{}', 'not_found'],
    ['__proto__', '{}', 'not_found'],
    ['port_holders', 'nonsense', 'invalid_arguments'],
    ['port_holders', '[1]', 'invalid_arguments'],
  ])('%s with %s is an error of kind %s, never a stack trace', async (name, json, reason) => {
    const outcome = await runBuiltinTool(name, json, { cwd: '/' });
    expect(outcome.exitCode).toBe(1);
    expect(JSON.parse(outcome.stderr).error.reason).toBe(reason);
    expect(outcome.stderr).not.toContain('    at ');
  });
});
