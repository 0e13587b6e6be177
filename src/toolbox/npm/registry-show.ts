/**
 * Tool `npm_registry_show`: the registry npm uses in a directory, and every file that sets one.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { maskAddresses } from '../masking.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { npmConfiguration } from './configuration.ts';

/** Arguments: `directory` (current). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  if (!(statOf(directory)?.isDirectory() ?? false)) throw new ToolFailure(`${directory} does not exist`, 'not_found');
  const { registry, scopes, userconfig, globalconfig } = await npmConfiguration(directory);
  const files = [
    { location: 'project', file: projectFile(directory) },
    { location: 'user', file: userconfig },
    { location: 'global', file: globalconfig },
  ];
  const setIn = files.flatMap(({ location, file }) => settingsOf(file).map((one) => ({ location, file, ...one })));
  const used = new Map([...scopes].map(([scope, address]) => [scope, maskAddresses(address)]));
  // npm keeps an address with a password to itself; the first file that sets it wins.
  for (const { name, value } of setIn) {
    const scope = name.slice(0, name.indexOf(':'));
    if (name.startsWith('@') && !used.has(scope)) used.set(scope, value);
  }
  return {
    directory,
    registry: maskAddresses(registry),
    official: /^https:\/\/registry\.npmjs\.org\/?$/.test(registry),
    scopes: [...used].sort().map(([scope, address]) => ({ scope, registry: address })),
    set_in: setIn,
  };
}

/** npm reads .npmrc beside the nearest package.json or node_modules above. */
function projectFile(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    const root = ['package.json', 'node_modules'].some((name) => statOf(join(at, name)) !== undefined);
    if (root) return join(at, '.npmrc');
    if (dirname(at) === at) return join(directory, '.npmrc');
  }
}

function settingsOf(file: string): { line: number; name: string; value: string }[] {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return content.split(/\r?\n/).flatMap((text, at) => {
    const found = /^\s*((?:@[^:=\s]+:)?registry)\s*=\s*(.*?)\s*$/.exec(text);
    if (found === null) return [];
    return [{ line: at + 1, name: found[1] ?? '', value: maskAddresses(found[2] ?? '') }];
  });
}
