/** Things that stand where a file should: nobody waits for a pipe, reads a device, or shows a stack when the disk is full. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AS_NOBODY, executableForEverybody } from '../nobody/nobody.ts';
import { ask, barely, cap, documentOf, EXECUTABLE, emptyDirectory } from './executable.ts';

/** The directory, given to whoever the tests ask as. */
function owned(directory: string): string {
  if (AS_NOBODY.uid !== undefined) chownSync(directory, AS_NOBODY.uid, AS_NOBODY.gid ?? AS_NOBODY.uid);
  return directory;
}

const KINDS: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a device', (path) => symlinkSync('/dev/zero', path)],
  ['a directory', (path) => mkdirSync(path)],
  ['a link to nowhere', (path) => symlinkSync('nowhere', path)],
  ['a loop of links', (path) => symlinkSync(path, path)],
];

describe.each(KINDS)('%s', (_kind, put) => {
  test('as the project file is refused, and no other catalog answers', async () => {
    const cwd = emptyDirectory();
    put(join(cwd, '.cap.json'));
    const given = await cap(['list', '--json'], { cwd });
    expect(given.status).toBe(2);
    const message = expect.stringContaining('cannot be read');
    const received = join(cwd, '.cap.json');
    expect(documentOf(given)).toMatchObject({ error: { reason: 'usage', message, received, executed: false } });
    expect((await ask('search', { version: 'tool-search.v1', query: 'port' }, { cwd })).status).toBe(2);
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

describe('a project file', () => {
  const list = (cwd: string) => cap(['list', '--json'], { cwd, nobody: true });
  const directoryForAll = () => {
    const directory = emptyDirectory();
    chmodSync(directory, 0o755);
    return directory;
  };

  test('that may not be read is refused', async () => {
    const cwd = directoryForAll();
    writeFileSync(join(cwd, '.cap.json'), '{"snapshot":"x"}', { mode: 0o000 });
    const given = await list(cwd);
    expect(documentOf(given)).toMatchObject({ error: { reason: 'usage', message: expect.stringContaining('EACCES') } });
    expect(given.status).toBe(2);
  });

  test('that is huge is refused', async () => {
    const cwd = directoryForAll();
    writeFileSync(join(cwd, '.cap.json'), ' '.repeat(10_000_000));
    expect(documentOf(await list(cwd))).toMatchObject({ error: { message: expect.stringContaining('EFBIG') } });
  });

  test('below a directory that may not be entered is nobody’s of ours', async () => {
    const cwd = directoryForAll();
    writeFileSync(join(cwd, '.cap.json'), '{"snapshot":"x"}');
    const script = 'chmod 0 "$PWD"; exec "$0" list --json';
    const given = spawnSync('/bin/sh', ['-c', script, executableForEverybody()], {
      cwd: owned(cwd),
      env: barely(),
      ...AS_NOBODY,
    });
    chmodSync(cwd, 0o755);
    expect(given.status).toBe(0);
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
