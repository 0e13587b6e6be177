/**
 * Secrets from the keyring of the user's system, asked through its own program: secret-tool of libsecret on Linux, security
 * on macOS. It knows no catalog; it asks for one name and answers with one value.
 */
import { execFile } from 'node:child_process';
import { childEnvironment } from './environment.ts';
import { isExecutable } from './system-program.ts';

type Variables = { readonly [name: string]: string | undefined };

/** A program that is asked for a secret; its output, but for one line end, is the value. */
export type Keyring = { readonly program: string; readonly argv: (name: string) => readonly string[] };

/** Not by PATH: whoever can put a directory there could hand out values of their own. */
const KEYRINGS: { readonly [platform: string]: readonly Keyring[] } = {
  linux: ['/usr/bin/secret-tool', '/run/current-system/sw/bin/secret-tool'].map((program) => ({
    program,
    argv: (name) => ['lookup', 'application', 'cap', 'secret', name],
  })),
  darwin: [{ program: '/usr/bin/security', argv: (name) => ['find-generic-password', '-s', 'cap', '-a', name, '-w'] }],
};

/** A locked keyring may wait for a password that nobody sees being asked for. */
const TIMEOUT_MS = 5000;
/** More than any key or certificate. */
const VALUE_BYTES = 65_536;

/** The value; undefined where there is no keyring, it is locked, or it holds nothing under this name. */
export function fromKeyring(
  name: string,
  environment: Variables,
  keyrings: readonly Keyring[] = KEYRINGS[process.platform] ?? [],
): Promise<string | undefined> {
  const keyring = keyrings.find(({ program }) => isExecutable(program));
  if (keyring === undefined) return Promise.resolve(undefined);
  const env = childEnvironment(environment);
  const options = { env, timeout: TIMEOUT_MS, maxBuffer: VALUE_BYTES, cwd: '/', encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    const child = execFile(keyring.program, keyring.argv(name), options, (error, stdout) => {
      const value = error === null ? stdout.replace(/\r?\n$/, '') : '';
      resolve(value === '' ? undefined : value);
    });
    child.stdin?.end();
  });
}
