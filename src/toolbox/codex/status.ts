/**
 * Tool `codex_status`: how the Codex command line tool is installed here.
 */

import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { codexFiles, findCopies } from './installations.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const copies = await findCopies(io);
  const [used] = copies;
  return {
    installed: used !== undefined,
    version: used?.version ?? null,
    path: used?.path ?? null,
    installed_by: used?.installed_by ?? null,
    copies,
    files: codexFiles(),
  };
}
