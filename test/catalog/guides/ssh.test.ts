/**
 * The guide for "permission denied": keys and their permissions are real (ssh-keygen), the settings come from the real
 * ssh; only the server is played, by a script that judges a key as sshd would and speaks as `ssh -v` does.
 */
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../maintenance-bench.ts';
import { followGuide } from './follow.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** `authorized` holds the public keys that the server knows. */
const played = (authorized: string) => `#!/bin/sh
identity= before=
for word; do
  [ "$word" = -G ] && exec /usr/bin/ssh "$@"
  [ "$before" = -i ] && identity=$word
  before=$word
done
exec >&2
echo 'debug1: Connection established.'
echo 'debug1: Server host key: ssh-ed25519 SHA256:abc'
if [ -n "$identity" ] && [ "$(stat -c %a "$identity")" != 600 ]; then
  echo "Permissions for '$identity' are too open."
elif [ -n "$identity" ] && grep -qF "$(ssh-keygen -y -f "$identity" | cut -d' ' -f2)" '${authorized}'; then
  echo 'Authenticated to build.test ([192.0.2.1]:22) using "publickey".'
  exit 0
fi
echo 'debug1: Authentications that can continue: publickey'
echo 'me@build.test: Permission denied (publickey).'
exit 255
`;

it('maintenance.ssh.permission_denied_guide: the key is made safe, then known to the server', async () => {
  const authorized = join(bench.base, 'authorized_keys');
  writeFileSync(authorized, '');
  bench.script('bin/ssh', played(authorized));
  mkdirSync(join(bench.home, '.ssh'), { mode: 0o700 });
  const made = await bench.run('maintenance.ssh.key_create', { name: 'build' });
  const identity = join(bench.home, '.ssh/build');
  chmodSync(identity, 0o644);

  const guide = followGuide('maintenance.ssh.permission_denied_guide', {
    cwd: bench.base,
    environment: bench.environment,
  });
  const host = 'build.test';
  expect(await guide.step('maintenance.ssh.test_login', { host, identity })).toMatchObject({
    authenticated: false,
    failed_at: 'authentication',
  });
  const { settings } = await guide.step('maintenance.ssh.config_show', { host: `me@${host}` });
  expect(settings).toMatchObject({ user: ['me'], hostname: [host], port: ['22'] });
  const { keys } = await guide.step('maintenance.ssh.key_list');
  expect(keys).toMatchObject([{ name: 'build', permissions_safe: false }]);
  await guide.step('file.permissions_set', { paths: [identity], mode: '600' });
  expect((await guide.step('maintenance.ssh.agent_list')).running).toBe(false);
  const still = await guide.step('maintenance.ssh.test_login', { host, identity });
  expect(still).toMatchObject({ authenticated: false, failed_at: 'authentication' });
  // The server does not know it: the whole public line belongs there.
  appendFileSync(authorized, `${made.result.public_key}\n`);
  guide.goTo('## How to tell');
  expect(await guide.step('maintenance.ssh.test_login', { host, identity })).toMatchObject({ authenticated: true });
});

it('maintenance.ssh.permission_denied_guide: what is no matter of permission ends at the first step', async () => {
  const guide = followGuide('maintenance.ssh.permission_denied_guide', {
    cwd: bench.base,
    environment: bench.environment,
  });
  const closed = await guide.step('maintenance.ssh.test_login', { host: '127.0.0.1', port: 1 });
  expect(closed).toMatchObject({ authenticated: false, failed_at: 'connection' });
  expect(await guide.step('system.port.check', { host: '127.0.0.1', port: 1 })).toMatchObject({ open: false });
});
