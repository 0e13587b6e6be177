/** Secrets and where they come from: the variable first, then the file, then the keyring of the system. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromKeyring, type Keyring } from '../../src/platform/keyring.ts';
import { readSecret } from '../../src/platform/secrets.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap keyring '));
  mkdirSync(join(home, 'config', 'cap', 'secrets'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A stand-in for secret-tool: no test may ask for the passwords of whoever runs it. */
function keyring(script: string): Keyring {
  const program = join(home, 'secret-tool');
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${home}/asked'\nenv >> '${home}/env'\n${script}\n`, { mode: 0o755 });
  return { program, argv: (name) => ['lookup', 'application', 'cap', 'secret', name] };
}
const environment = () => ({ XDG_CONFIG_HOME: join(home, 'config'), PATH: process.env.PATH, LD_PRELOAD: '/evil.so' });

it('is asked by a name alone, last of all, and its line end is no part of the value', async () => {
  const ring = keyring('echo "from the ring"');
  expect(await readSecret('TOKEN', environment(), [ring])).toBe('from the ring');
  expect(readFileSync(join(home, 'asked'), 'utf8')).toBe('lookup application cap secret TOKEN\n');
  expect(readFileSync(join(home, 'env'), 'utf8')).not.toContain('evil');

  writeFileSync(join(home, 'config', 'cap', 'secrets', 'TOKEN'), 'from the file\n', { mode: 0o600 });
  expect(await readSecret('TOKEN', environment(), [ring])).toBe('from the file');
  expect(await readSecret('TOKEN', { ...environment(), CAP_SECRET_TOKEN: 'given' }, [ring])).toBe('given');
  expect(readFileSync(join(home, 'asked'), 'utf8')).toBe('lookup application cap secret TOKEN\n');
});

it.each([
  ['holds nothing', 'exit 1'],
  ['answers with nothing', 'true'],
  ['fails after some words', 'echo half; exit 1'],
  ['answers without end', 'yes'],
  ['dies', 'kill -9 $$'],
])('that %s gives no secret', async (_what, script) => {
  expect(await fromKeyring('TOKEN', environment(), [keyring(script)])).toBeUndefined();
});

it('that is not installed gives none; no other name is ever asked for', async () => {
  expect(await fromKeyring('TOKEN', environment(), [{ program: join(home, 'none'), argv: () => [] }])).toBeUndefined();
  for (const name of ['', '--all', 'a b', 'x;y', '../TOKEN']) {
    expect(await readSecret(name, environment(), [keyring('echo x')])).toBeUndefined();
  }
});
