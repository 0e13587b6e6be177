/** system.process.open_files on files that a process of the test holds, and what a user without rights is told. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { AS_NOBODY, executableForEverybody } from '../nobody/nobody.ts';
import { passFor } from '../nobody/tool-pass.ts';
import { DISK } from './file-systems.ts';
import { runChecked, runRefused } from './run-checked.ts';
import { endStarted, start } from './started-processes.ts';

// What is deleted in memory takes no disk.
const directory = mkdtempSync(join(DISK, 'cap open ünï-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(endStarted);

describe('system.process.open_files', () => {
  it('finds who holds a file whose name has spaces, and how', async () => {
    const path = join(directory, '- a file 备份.txt');
    writeFileSync(path, 'twelve bytes');
    const { pid } = await start(`require('node:fs').openSync(${JSON.stringify(path)}, 'r+')`);
    const held = await runChecked('system.process.open_files', { path: '- a file 备份.txt' }, { cwd: directory });
    expect(held.files).toMatchObject([
      {
        pid,
        process_name: 'node',
        use: 'descriptor',
        access: 'read_write',
        kind: 'file',
        path,
        deleted: false,
        bytes: 12,
      },
    ]);
  });

  it('finds a process that only stands in a directory', async () => {
    const place = join(directory, 'mount point');
    mkdirSync(place);
    const { pid } = await start('', { cwd: place });
    const held = await runChecked('system.process.open_files', { path: place });
    expect(held.files).toMatchObject([{ pid, use: 'working_directory', kind: 'directory', path: place }]);
    expect(await runChecked('system.process.open_files', { path: join(directory, 'nothing here') })).toMatchObject({
      files: [],
      total: 0,
    });
  });

  it('lists what one process has open: sockets, pipes, its program', async () => {
    const { pid } = await start("require('node:net').createServer().listen(0, '127.0.0.1')");
    const open = await runChecked('system.process.open_files', { pid, limit: 5000 });
    const kinds = new Set(open.files.map((one: { kind: string }) => one.kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['socket', 'pipe', 'file']));
    expect(
      open.files.some((one: { use: string; path: string }) => one.use === 'executable' && /node$/.test(one.path)),
    ).toBe(true);
    const cut = await runChecked('system.process.open_files', { pid, limit: 2 });
    expect(cut).toMatchObject({ truncated: true, total: open.total });
  });

  it('finds a deleted file that still takes space', async () => {
    const path = join(directory, 'big.log');
    writeFileSync(path, Buffer.alloc(3_000_000));
    const { pid } = await start(`require('node:fs').openSync(${JSON.stringify(path)}, 'a')`);
    unlinkSync(path);
    const deleted = await runChecked('system.process.open_files', { deleted_only: true, pid });
    expect(deleted.files).toMatchObject([{ pid, path, deleted: true, bytes: 3_000_000, access: 'write' }]);
  });

  it('refuses a question without a process, a path or deleted_only', async () => {
    expect(await runRefused('system.process.open_files', {})).toContain('deleted_only');
  });
});

/** Only an administrator can start somebody else's process; an ordinary user's run has nobody to be refused by. */
describe.runIf(process.getuid?.() === 0)('as a user without rights over a process', () => {
  async function asNobody(tool: string, args: object): Promise<{ code: number | null; out: string; err: string }> {
    const input = JSON.stringify(args);
    const env = { ...process.env, ...passFor(tool, input, AS_NOBODY) };
    const child = spawn(executableForEverybody(), ['--builtin-tool', tool], { ...AS_NOBODY, cwd: '/', env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, out, err };
  }

  it('says that it may not end it, and it lives on', async () => {
    const { pid } = await start('');
    const { code, err } = await asNobody('process_kill', { pid, name: 'node' });
    expect(code).toBe(1);
    expect(err).toContain('permission_denied');
    process.kill(pid, 0);
  });

  it('says that it may not look into it, and counts what it could not see', async () => {
    const path = join(directory, 'private');
    writeFileSync(path, '');
    const { pid } = await start(`require('node:fs').openSync(${JSON.stringify(path)}, 'r')`);
    expect((await asNobody('process_open_files', { pid })).err).toContain('permission_denied');
    const some = JSON.parse((await asNobody('process_open_files', { path: '/no/such/place' })).out);
    expect(some).toMatchObject({ files: [], complete: false });
    expect(some.processes_not_readable).toBeGreaterThan(0);
  });

  it('still sees name, command and owner', async () => {
    const { pid, marker } = await start('');
    const found = JSON.parse((await asNobody('process_find', { text: marker })).out);
    expect(found.processes).toMatchObject([{ pid, user: 'root', name: 'node' }]);
  });
});
