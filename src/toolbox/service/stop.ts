/**
 * Tool `service_stop`: stops one service; whether it starts at boot stays as it is.
 */

import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { changeUnit } from './systemd.ts';

/** Arguments: `name`, `scope` system | user (system). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  return await changeUnit('stop', args, io);
}
