/**
 * Tool `shell_env_show`: the environment that actions get, secrets masked, and the names of what they do not get.
 */
import { optionalText } from '../arguments.ts';
import { MASK, maskAddresses, namesSecret } from '../masking.ts';
import { callersEnvironment } from '../path-entries.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Arguments: `name`, a part of the names wanted, in any case. */
export async function run(args: JsonObject): Promise<Json> {
  const part = (optionalText(args, 'name') ?? '').toLowerCase();
  const wanted = (name: string): boolean => name.toLowerCase().includes(part);
  const names = Object.keys(process.env).filter((name) => wanted(name) && name !== 'CAP_INVOCATION');
  const variables = names.sort().map((name) => {
    const value = process.env[name] ?? '';
    const shown = namesSecret(name) && value !== '' ? MASK : maskAddresses(value);
    return { name, value: shown, masked: shown !== value };
  });
  const outside = await callersEnvironment();
  const kept = outside && [...outside.keys()].filter((name) => wanted(name) && !Object.hasOwn(process.env, name));
  return { variables, total: variables.length, not_passed_on: kept?.sort() ?? null };
}
