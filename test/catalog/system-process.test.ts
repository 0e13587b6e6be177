/** Each capability of system.process, run on processes that the test starts. */
import { userInfo } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { programName } from '../../src/toolbox/proc/processes.ts';
import { runChecked, runRefused } from './run-checked.ts';
import { ended, endStarted, start } from './started-processes.ts';

afterEach(endStarted);

describe('system.process.find', () => {
  it('finds a process by a word of its command line and by its name, whatever it calls its main thread', async () => {
    const { pid, marker } = await start('');
    const byText = await runChecked('system.process.find', { text: marker.toUpperCase() });
    expect(byText).toMatchObject({ total: 1, truncated: false });
    expect(byText.processes[0]).toMatchObject({
      pid,
      parent_pid: process.pid,
      name: 'node',
      user: userInfo().username,
      caller: false,
    });
    expect(byText.processes[0].command).toContain(`${marker} with space 备份`);
    expect(Math.abs(Date.parse(byText.processes[0].started_at) - Date.now())).toBeLessThan(120_000);
    const byName = await runChecked('system.process.find', { text: 'node', where: 'exact_name', pid });
    expect(byName.processes.map((one: { pid: number }) => one.pid)).toEqual([pid]);
    expect(await runChecked('system.process.find', { text: marker, where: 'name' })).toMatchObject({ total: 0 });
  });

  it('answers with an empty list when nothing matches, and takes a pattern literally', async () => {
    const { marker } = await start('');
    const literal = marker.replace('cap', '.*');
    expect(await runChecked('system.process.find', { text: literal })).toEqual({
      processes: [],
      total: 0,
      truncated: false,
    });
  });

  it('says when the list was cut and marks the processes from which it was called', async () => {
    const all = await runChecked('system.process.find', { user: userInfo().username, limit: 1 });
    expect(all).toMatchObject({ truncated: true });
    expect(all.total).toBeGreaterThan(1);
    const own = await runChecked('system.process.find', { pid: process.pid });
    expect(own.processes[0]).toMatchObject({ pid: process.pid, caller: true });
  });

  it('refuses a question without anything to look for and an unknown user', async () => {
    expect(await runRefused('system.process.find', {})).toContain('text');
    expect(await runRefused('system.process.find', { user: 'nobody-of-that-name' })).toContain('no user');
  });
});

describe('system.process.list', () => {
  it('lists processes in the order asked for, without this call itself', async () => {
    const { pid } = await start('');
    const list = await runChecked('system.process.list', { sort: 'started', limit: 5000 });
    const pids = list.processes.map((one: { pid: number }) => one.pid);
    expect(pids).toContain(pid);
    expect(pids).toContain(process.pid);
    expect(pids.indexOf(pid)).toBeLessThan(pids.indexOf(process.pid));
    const cut = await runChecked('system.process.list', { limit: 1 });
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.processes).toHaveLength(1);
  });
});

describe('system.process.top_cpu', () => {
  it('puts a process that works before one that sleeps', async () => {
    const busy = await start(
      'setImmediate(function spin() { const end = Date.now() + 50; while (Date.now() < end); setImmediate(spin); })',
    );
    const idle = await start('');
    const top = await runChecked('system.process.top_cpu', { interval_ms: 600, limit: 500 });
    const found = top.processes.find((one: { pid: number }) => one.pid === busy.pid);
    expect(found).toMatchObject({ name: 'node' });
    expect(found.cpu_percent).toBeGreaterThan(10);
    expect(top.processes.findIndex((one: { pid: number }) => one.pid === idle.pid)).not.toBe(0);
    expect(top.machine_percent).toBeGreaterThan(0);
    const shares = top.processes.map((one: { cpu_percent: number }) => one.cpu_percent);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });
});

describe('system.process.top_memory', () => {
  it('finds a process that holds much, alone and within its program', async () => {
    const { pid } = await start("globalThis.held = Buffer.alloc(200_000_000, 'x')");
    const top = await runChecked('system.process.top_memory', { limit: 500 });
    const own = top.entries.find((one: { pid: number }) => one.pid === pid);
    expect(own).toMatchObject({ name: 'node', processes: 1 });
    expect(own.memory_bytes).toBeGreaterThan(200_000_000);
    const grouped = await runChecked('system.process.top_memory', { group_by: 'program', limit: 500 });
    const nodes = grouped.entries.find((one: { name: string }) => one.name === 'node');
    expect(nodes.processes).toBeGreaterThan(1);
    expect(nodes.memory_bytes).toBeGreaterThanOrEqual(own.memory_bytes * 0.9);
    expect(nodes.pid).toBeNull();
  });
});

const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  globalThis.told = child.pid
`;

describe('system.process.tree', () => {
  it('shows who started a process and what it started', async () => {
    const { pid, told } = await start(PARENT);
    const tree = await runChecked('system.process.tree', { pid });
    expect(tree.ancestors[0]).toMatchObject({ pid: process.pid });
    expect(tree.processes.map((one: object) => ({ ...one, command: '' }))).toMatchObject([
      { depth: 0, pid, children: 1 },
      { depth: 1, pid: Number(told), parent_pid: pid, children: 0 },
    ]);
    expect(tree).toMatchObject({ total: 2, truncated: false });
    await runChecked('system.process.kill', { pid, name: 'node', signal: 'KILL', tree: true });
  });

  it('cuts at a depth and says so; a pid that is not there is refused', async () => {
    const tree = await runChecked('system.process.tree', { depth: 1, limit: 2 });
    expect(tree).toMatchObject({ truncated: true });
    expect(tree.processes).toHaveLength(2);
    expect(await runRefused('system.process.tree', { pid: 4_194_304 })).toContain('not_found');
  });
});

describe('system.process.kill', () => {
  it('asks a process to quit and sees that it did; the search that verifies it finds nothing', async () => {
    const { pid, child } = await start('');
    const result = await runChecked('system.process.kill', { pid, name: 'node' });
    await ended(child);
    expect(result).toMatchObject({ ended: true, signal: 'TERM', processes: [{ pid, name: 'node', outcome: 'ended' }] });
    expect(child.signalCode).toBe('SIGTERM');
    expect(await runChecked('system.process.find', { pid })).toMatchObject({ total: 0 });
  });

  it('sends nothing when the pid belongs to another program', async () => {
    const { pid, child } = await start('');
    expect(await runRefused('system.process.kill', { pid, name: 'postgres' })).toContain('nothing was sent');
    expect(child.exitCode).toBeNull();
    process.kill(pid, 0);
  });

  it('says so when a process ignores the signal, and ends it by KILL', async () => {
    const { pid, child } = await start("process.on('SIGTERM', () => {})");
    const ignored = await runChecked('system.process.kill', { pid, name: 'node', wait_ms: 300 });
    expect(ignored).toMatchObject({ ended: false, processes: [{ outcome: 'still_running' }] });
    expect(await runChecked('system.process.kill', { pid, name: 'node', signal: 'KILL' })).toMatchObject({
      ended: true,
    });
    await ended(child);
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('leaves children alone unless asked, and takes them first when asked', async () => {
    const alone = await start(PARENT);
    const orphan = Number(alone.told);
    expect((await runChecked('system.process.kill', { pid: alone.pid, name: 'node' })).processes).toHaveLength(1);
    process.kill(orphan, 0);
    process.kill(orphan, 'SIGKILL');

    const { pid, told } = await start(PARENT);
    const both = await runChecked('system.process.kill', { pid, name: 'node', tree: true });
    expect(both.processes.map((one: { pid: number }) => one.pid)).toEqual([Number(told), pid]);
    expect(both).toMatchObject({ ended: true });
  });

  it('refuses what it was started from, process 1 and what is not there', async () => {
    expect(await runRefused('system.process.kill', { pid: process.pid, name: 'node' })).toMatch(
      /this call was started|not "node"/,
    );
    expect(await runRefused('system.process.kill', { pid: 1, name: 'init' })).toContain('pid');
    expect(await runRefused('system.process.kill', { pid: 4_194_304, name: 'node' })).toContain('there is no process');
  });
});

describe('names of programs', () => {
  it.each([
    ['MainThread', ['node', 'server.js'], '/usr/bin/node', 'node'],
    ['MainThread', ['/opt/node/bin/node', 'x'], '', 'node'],
    [
      'gnome-terminal-',
      ['/usr/libexec/gnome-terminal-server'],
      '/usr/libexec/gnome-terminal-server',
      'gnome-terminal-server',
    ],
    ['gunicorn', ['/usr/bin/python3', '/usr/bin/gunicorn'], '/usr/bin/python3.11', 'gunicorn'],
    ['python3', ['python3', 'x.py'], '/usr/bin/python3.11', 'python3'],
    ['kworker/0:1', [], '', 'kworker/0:1'],
  ])('%s of %j is %s → %s', (thread, argv, file, name) => {
    expect(programName(thread, argv, file)).toBe(name);
  });
});
