/**
 * Tool `npm_registry_set`: points npm, or one scope, to another registry.
 */
import { oneOf, optionalText, text } from '../arguments.ts';
import { maskAddresses } from '../masking.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { npm, npmFailure } from './call.ts';
import { npmConfiguration } from './configuration.ts';

const OFFICIAL = 'https://registry.npmjs.org/';

/** Arguments: `registry` (an address or official), `scope`, `location` user | project (user). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const scope = optionalText(args, 'scope');
  const location = oneOf(args, 'location', ['user', 'project'], 'user');
  const wanted = readAddress(text(args, 'registry'));
  const name = scope === undefined ? 'registry' : `${scope}:registry`;
  const inEffect = async (): Promise<string | undefined> => {
    const configuration = await npmConfiguration(io.cwd);
    return scope === undefined ? configuration.registry : configuration.scopes.get(scope);
  };
  const before = await inEffect();
  const { exitCode, stderr } = await npm(['config', 'set', `--location=${location}`], io.cwd, [`${name}=${wanted}`]);
  if (exitCode !== 0) throw npmFailure('config set', exitCode, undefined, stderr);
  const after = await inEffect();
  return {
    setting: name,
    location,
    before: before === undefined ? null : maskAddresses(before),
    after: maskAddresses(after ?? ''),
    // Project configuration wins over the user's, so what was written need not be what counts here.
    in_effect_here: after === wanted,
    changed: before !== after,
  };
}

function readAddress(value: string): string {
  if (value === 'official') return OFFICIAL;
  let address: URL;
  try {
    address = new URL(value);
  } catch {
    throw new ToolFailure(`"${value}" is not an address`, 'invalid_arguments');
  }
  if (!/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '') {
    throw new ToolFailure('a registry is an http or https address without user and password', 'invalid_arguments');
  }
  return address.href;
}
