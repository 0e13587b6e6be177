/**
 * Tool `service_restart`: restarts one service, or lets it reload where it can.
 */
import { flag } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { changeUnit } from './systemd.ts';

/** Arguments: `name`, `scope` system | user (system), `reload` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  return await changeUnit(flag(args, 'reload') ? 'reload-or-restart' : 'restart', args, io);
}
