/**
 * Secrets that the user has handed to cap: the variable CAP_SECRET_NAME, else the file secrets/NAME in the configuration
 * directory, else the entry of that name in the system's keyring. A catalog can name one, and no other variable, file or
 * entry.
 */
import { join } from 'node:path';
import { sha256Hex } from '../canon/hash.ts';
import type { SecretUse } from '../run/ports.ts';
import { fromKeyring, type Keyring } from './keyring.ts';
import { readPrivate } from './private-file.ts';
import { configurationPlace } from './state-place.ts';

type Variables = { readonly [name: string]: string | undefined };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The value; undefined when it is nowhere, empty, or in a file that others can read. One line end at its end is no part of it. `keyrings` for who has others. */
export async function readSecret(
  name: string,
  environment: Variables,
  keyrings?: readonly Keyring[],
): Promise<string | undefined> {
  if (!NAME.test(name)) return undefined;
  const variable = `CAP_SECRET_${name}`;
  const given = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  if (given !== undefined && given !== '') return given;
  return (await fromFile(name, environment)) ?? (await fromKeyring(name, environment, keyrings));
}

async function fromFile(name: string, environment: Variables): Promise<string | undefined> {
  const place = configurationPlace(environment);
  if (place === undefined) return undefined;
  const bytes = await readPrivate(join(place, 'secrets', name)).catch(() => undefined);
  const value = bytes?.toString('utf8').replace(/\r?\n$/, '');
  return value === '' ? undefined : value;
}

export async function hashSecret(name: string, environment: Variables): Promise<string | undefined> {
  const value = await readSecret(name, environment);
  return value === undefined ? undefined : sha256Hex(value);
}

/** The values of secrets that are still what they were; the name of the first that is not. */
export async function readSecrets(
  uses: readonly SecretUse[],
  environment: Variables,
): Promise<{ readonly values: { readonly [name: string]: string } } | { readonly changed: string }> {
  const values: [string, string][] = [];
  for (const { name, hash } of uses) {
    const value = await readSecret(name, environment);
    if (value === undefined || sha256Hex(value) !== hash) return { changed: name };
    values.push([name, value]);
  }
  return { values: Object.fromEntries(values) };
}
