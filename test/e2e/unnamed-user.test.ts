/** A user that has no account, as in a container that runs under any number: everything works, with and without a HOME. */
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AS_UNNAMED, executableForEverybody } from '../nobody/nobody.ts';
import { cap, documentOf, emptyDirectory } from './executable.ts';

/** Each asks for the user's name, home or login shell in another way. */
const HOMELESS = ['maintenance.shell.rc_files', 'maintenance.ssh.key_list', 'maintenance.codex.status'];

test('runs with and without a HOME', async () => {
  const place = emptyDirectory('cap-unnamed-');
  chmodSync(place, 0o777);
  const call = { cwd: place, executable: executableForEverybody(), user: AS_UNNAMED };
  const withHome = { ...call, env: { HOME: place } };
  const without = { ...call, env: { HOME: '', CAP_STATE_DIR: `${place}/state` } };
  const asked = [cap(['run', 'system.info.users', '--json'], withHome)];
  for (const id of HOMELESS) asked.push(cap(['run', id, '--json'], without));
  for (const { status, stdout, stderr } of await Promise.all(asked)) expect(status, `${stdout}${stderr}`).toBe(0);
  const change = documentOf(await cap(['run', 'file.trash', '--paths', 'nothing', '--json'], without));
  expect(change).toMatchObject({ status: 'confirmation_required' });
});
