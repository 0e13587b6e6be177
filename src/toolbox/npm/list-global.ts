/**
 * Tool `npm_list_global`: the packages that npm has installed globally.
 */
import { join } from 'node:path';
import { optionalInteger } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { isObject, npmJson, objectAt } from './call.ts';
import { npmConfiguration } from './configuration.ts';

/** Arguments: `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const limit = optionalInteger(args, 'limit') ?? 200;
  const prefix = (await npmConfiguration(io.cwd)).prefix;
  // A prefix into which nothing was ever installed lacks this directory, and npm takes that for an error.
  if (statOf(join(prefix, 'lib')) === undefined) return { packages: [], total: 0, truncated: false };
  // Exit 1 comes with the list and says that something in it is wrong.
  const answer = await npmJson(['ls', '--global', '--depth=0', '--long'], io.cwd, [], [0, 1]);
  const dependencies = objectAt(answer, 'dependencies');
  const packages = Object.keys(dependencies)
    .sort()
    .map((name) => {
      const one = isObject(dependencies[name]) ? dependencies[name] : {};
      const problems = Array.isArray(one.problems) ? one.problems : [];
      const resolved = typeof one.resolved === 'string' ? one.resolved : '';
      return {
        name,
        version: one.version ?? null,
        path: one.path ?? null,
        linked: resolved.startsWith('file:'),
        description: one.description ?? null,
        problems,
      };
    });
  return { packages: packages.slice(0, limit), total: packages.length, truncated: packages.length > limit };
}
