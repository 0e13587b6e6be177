/**
 * Tool `npm_cache_clean`: empties npm's download cache and tells its size before and after.
 */
import { join } from 'node:path';
import { directorySize } from '../file/directory-size.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { npm, npmFailure } from './call.ts';
import { npmConfiguration } from './configuration.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const { cache } = await npmConfiguration(io.cwd);
  // The rest of npm's directory holds its logs, which are not cache.
  const directory = join(cache, '_cacache');
  const before = directorySize(directory);
  const { exitCode, stderr } = await npm(['cache', 'clean', '--force'], io.cwd);
  if (exitCode !== 0) throw npmFailure('cache clean', exitCode, undefined, stderr);
  const after = directorySize(directory);
  return { directory, bytes_before: before.bytes, files_before: before.files, bytes_after: after.bytes };
}
