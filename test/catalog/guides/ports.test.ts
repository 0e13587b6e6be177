/** The guide for an occupied port, followed on a server that was left behind. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../maintenance-bench.ts';
import { followGuide } from './follow.ts';

const SERVER = `require('node:net').createServer().listen(Number(process.argv[1]), '127.0.0.1', function () {
  console.log(this.address().port); })`;

let bench: Bench;
const closers: (() => void)[] = [];
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  bench.close();
});

async function startServer(port: number): Promise<{ pid: number; port: number }> {
  const child = spawn(process.execPath, ['-e', SERVER, String(port)], { stdio: ['ignore', 'pipe', 'ignore'] });
  closers.push(() => child.kill('SIGKILL'));
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    child.once('close', () => resolve(''));
  });
  return { pid: child.pid ?? 0, port: Number(said) };
}

it('finds the holder, ends it, and the own server starts', async () => {
  const guide = followGuide('system.port.occupied_guide', { cwd: bench.base, environment: bench.environment });
  const { pid, port } = await startServer(0);
  // Broken: our own server cannot start.
  expect((await startServer(port)).port).toBe(0);
  const [holder] = (await guide.step('system.port.who', { port })).holders;
  expect(holder).toMatchObject({ pid, state: 'listening' });
  expect((await guide.step('system.process.tree', { pid: holder.pid })).total).toBe(1);
  const ended = await guide.step('system.process.kill', { pid: holder.pid, name: holder.process_name });
  expect(ended.ended).toBe(true);
  expect((await guide.step('system.port.who', { port, state: 'listening' })).holders).toEqual([]);
  const own = await startServer(port);
  expect(own.port).toBe(port);
  expect((await guide.step('system.port.check', { port, host: '127.0.0.1' })).open).toBe(true);
  // How to tell: the holder is the own server.
  expect((await guide.step('system.port.who', { port })).holders[0].pid).toBe(own.pid);
});

it('takes another port where the holder must stay', async () => {
  const guide = followGuide('system.port.occupied_guide', { cwd: bench.base, environment: bench.environment });
  const { port } = await startServer(0);
  expect((await guide.step('system.port.who', { port })).holders).toHaveLength(1);
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const free = (probe.address() as { port: number }).port;
  await new Promise((resolve) => probe.close(resolve));
  expect((await guide.step('system.port.check', { port: free, host: '127.0.0.1' })).status).toBe('refused');
  expect((await startServer(free)).port).toBe(free);
});
