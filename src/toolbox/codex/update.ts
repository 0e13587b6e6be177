/**
 * Tool `codex_update`: moves a Codex that npm manages to another version.
 */
import { flag, optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { findCopies, installVersion, npmVersion, requireNpm } from './installations.ts';

/** Arguments: `version` (latest), `install` when there is none. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const version = optionalText(args, 'version') ?? 'latest';
  const absent = (await npmVersion(io)) === null && (await findCopies(io)).length === 0;
  if (!(absent && flag(args, 'install'))) await requireNpm(io);
  return installVersion(version, io);
}
