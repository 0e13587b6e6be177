/** Where hardly any file may be open, a call is answered as ever: by one document and an exit code that is published. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXECUTABLE } from '../../scripts/build/root.ts';

const REFUSED = [7, 'unavailable'];

it.each<[number, readonly string[], readonly (number | string | undefined)[]]>([
  [28, ['run', 'system.port.who', '--port', '3000'], REFUSED],
  [28, ['catalog', 'lint', 'none-here'], [2, 'usage']],
  [60, ['run', 'file.delete', '--paths', 'x'], REFUSED],
  [60, ['doors', 'git.push'], REFUSED],
  [98, ['run', 'system.port.who', '--port', '3000'], REFUSED],
  [99, ['run', 'system.port.who', '--port', '3000'], [0, undefined]],
])('at most %i: %j', (limit, argv, wanted) => {
  const home = mkdtempSync(join(tmpdir(), 'cap-few-'));
  const shell = ['-c', 'ulimit -n "$0" && exec "$@"', String(limit), EXECUTABLE, ...argv];
  const env = { PATH: process.env.PATH, HOME: home, CAP_STATE_DIR: join(home, 'state') };
  const { status, stdout, stderr } = spawnSync('/bin/sh', shell, { cwd: home, env, encoding: 'utf8' });
  const { error, errors, executed } = JSON.parse(stdout);
  expect([status, (error ?? errors?.[0])?.reason]).toEqual(wanted);
  expect(stderr).toBe('');
  if (status !== 0) expect([(error ?? { executed }).executed, readdirSync(home)]).toEqual([false, []]);
  rmSync(home, { recursive: true });
});
