/** Things that stand where a file should: nobody waits for a pipe, reads a device, or shows a stack when the disk is full. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { barely, cap, documentOf, EXECUTABLE, emptyDirectory } from './executable.ts';

const KINDS: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a device', (path) => symlinkSync('/dev/zero', path)],
  ['a directory', (path) => mkdirSync(path)],
];

describe.each(KINDS)('%s', (_kind, put) => {
  test('as the project file is not understood', async () => {
    const cwd = emptyDirectory();
    put(join(cwd, '.cap.json'));
    const given = await cap(['list', '--json'], { cwd });
    expect(given.status).toBe(2);
    expect(documentOf(given)).toMatchObject({ error: { reason: 'usage', executed: false } });
  });

  test('as a policy denies everything', async () => {
    const cwd = emptyDirectory();
    put(join(cwd, '.cap-policy.yaml'));
    const given = await cap(['run', 'system.info.os', '--json'], { cwd });
    expect(given.status).toBe(4);
  });

  test('as a snapshot is missing', async () => {
    const path = join(emptyDirectory(), 'x.snapshot');
    put(path);
    const given = await cap(['list', '--json', '--snapshot', path]);
    expect(given.status).toBe(20);
    expect(documentOf(given)).toMatchObject({ error: { reason: 'snapshot_missing' } });
  });
});

describe('a full disk behind stdout', () => {
  test.each(['search port', 'list', '--help', 'search --request-json @request.json'])('cap %s', (line) => {
    const cwd = emptyDirectory();
    const script = `printf '{"version":"tool-search.v1","query":"port"}' > request.json; "$0" ${line} > /dev/full`;
    const given = spawnSync('/bin/sh', ['-c', script, EXECUTABLE], { cwd, env: barely(), encoding: 'utf8' });
    expect(given.status).toBe(70);
    expect(given.stderr).toBe('cap: the answer could not be written (ENOSPC)\n');
  });
});
