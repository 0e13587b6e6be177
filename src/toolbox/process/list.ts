/**
 * Tool `process_list`: the processes of this machine, by user and in the order asked for.
 */
import { flag, oneOf, optionalInteger, optionalText } from '../arguments.ts';
import { needProc, type ProcessDetails, presenter, readAllDetails, resolveUser } from '../proc/details.ts';
import type { Json, JsonObject } from '../tool.ts';

/** What comes first; equals stay in order of pid. */
const ORDERS: { readonly [sort: string]: (a: ProcessDetails, b: ProcessDetails) => number } = {
  pid: (a, b) => a.pid - b.pid,
  memory: (a, b) => b.memoryBytes - a.memoryBytes,
  cpu_time: (a, b) => b.cpuTicks - a.cpuTicks,
  started: (a, b) => b.startTicks - a.startTicks,
};

/** Arguments: `user`, `sort` pid | memory | cpu_time | started (pid), `kernel_threads` (false), `limit` (200). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('process_list');
  const user = optionalText(args, 'user');
  const uid = user === undefined ? undefined : await resolveUser(user);
  const sort = oneOf(args, 'sort', ['pid', 'memory', 'cpu_time', 'started'], 'pid');
  const kernel = flag(args, 'kernel_threads');
  const limit = optionalInteger(args, 'limit') ?? 200;
  const present = await presenter();
  const matching = (await readAllDetails())
    .filter((one) => one.pid !== process.pid && (kernel || !one.kernelThread) && (uid === undefined || one.uid === uid))
    .sort(ORDERS[sort]);
  return {
    processes: matching.slice(0, limit).map(present),
    total: matching.length,
    truncated: matching.length > limit,
  };
}
