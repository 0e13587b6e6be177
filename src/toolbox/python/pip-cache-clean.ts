/**
 * Tool `python_pip_cache_clean`: empties pip's cache and tells its size before and after.
 */
import { directorySize } from '../file/directory-size.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { choosePython, pip } from './environment.ts';

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const python = choosePython(args, io);
  const directory = (await pip(python, ['cache', 'dir'], io)).stdout.trim();
  if (!directory.startsWith('/')) throw new ToolFailure('pip does not tell where its cache is');
  const before = directorySize(directory);
  // pip calls it an error when there is nothing to remove.
  if (before.files > 0) await pip(python, ['cache', 'purge'], io);
  return {
    directory,
    bytes_before: before.bytes,
    files_before: before.files,
    bytes_after: directorySize(directory).bytes,
  };
}
