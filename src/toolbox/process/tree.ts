/**
 * Tool `process_tree`: who started whom, as a flat list in which each process follows its parent.
 */
import { flag, optionalInteger } from '../arguments.ts';
import { descendants, lineage, needProc, type ProcessDetails, readAllDetails } from '../proc/details.ts';
import { readUserNames } from '../proc/processes.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Arguments: `pid` (absent: whole machine), `depth` (20), `kernel_threads` (false), `limit` (300). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('process_tree');
  const start = optionalInteger(args, 'pid');
  const depth = optionalInteger(args, 'depth') ?? 20;
  const limit = optionalInteger(args, 'limit') ?? 300;
  const all = (await readAllDetails()).filter(
    (one) => one.pid === start || ((flag(args, 'kernel_threads') || !one.kernelThread) && one.pid !== process.pid),
  );
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const parents = new Map(all.map((one) => [one.pid, one.parentPid]));
  const top = start === undefined ? undefined : byPid.get(start);
  if (start !== undefined && top === undefined) throw new ToolFailure(`there is no process ${start}`, 'not_found');

  // Roots of the machine: processes whose parent is not shown (pid 0, or outside of this container).
  const roots = top === undefined ? all.filter((one) => !byPid.has(one.parentPid)) : [top];
  const members = roots.flatMap((root) => [root, ...descendants(root.pid, all)]);
  const depths = new Map<number, number>();
  for (const one of members) depths.set(one.pid, roots.includes(one) ? 0 : (depths.get(one.parentPid) ?? 0) + 1);
  const shown = members.filter((one) => (depths.get(one.pid) ?? 0) <= depth).slice(0, limit);

  const users = await readUserNames();
  const present = (one: ProcessDetails) => ({
    pid: one.pid,
    name: one.name,
    command: one.command,
    user: users.get(one.uid) ?? String(one.uid),
  });
  const above = top === undefined ? [] : lineage(top.pid, parents).slice(1);
  return {
    ancestors: above.flatMap((pid) => {
      const one = byPid.get(pid);
      return one === undefined ? [] : [present(one)];
    }),
    processes: shown.map((one) => ({
      depth: depths.get(one.pid) ?? 0,
      parent_pid: one.parentPid,
      ...present(one),
      children: members.filter((other) => other.parentPid === one.pid && other.pid !== one.pid).length,
    })),
    total: members.length,
    truncated: shown.length < members.length,
  };
}
