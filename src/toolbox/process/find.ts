/**
 * Tool `process_find`: processes by name, command line, user or pid. The process of this call is never among them.
 */
import { oneOf, optionalInteger, optionalText } from '../arguments.ts';
import { lineage, needProc, type ProcessDetails, presenter, readAllDetails, resolveUser } from '../proc/details.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Arguments: `text` with `where` command | name | exact_name (command), `pid`, `user`, `limit` (50). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('process_find');
  const text = optionalText(args, 'text');
  const where = oneOf(args, 'where', ['command', 'name', 'exact_name'], 'command');
  const pid = optionalInteger(args, 'pid');
  const user = optionalText(args, 'user');
  const limit = optionalInteger(args, 'limit') ?? 50;
  if (text === undefined && pid === undefined && user === undefined) {
    throw new ToolFailure('say what to look for: "text", "pid" or "user"', 'invalid_arguments');
  }
  const uid = user === undefined ? undefined : await resolveUser(user);
  const all = await readAllDetails();
  const present = await presenter();
  const callers = lineage(process.pid, new Map(all.map((one) => [one.pid, one.parentPid])));
  const matching = all.filter(
    (one) =>
      one.pid !== process.pid &&
      (pid === undefined || one.pid === pid) &&
      (uid === undefined || one.uid === uid) &&
      (text === undefined || matches(one, text.toLowerCase(), where)),
  );
  return {
    processes: matching.slice(0, limit).map((one) => ({ ...present(one), caller: callers.includes(one.pid) })),
    total: matching.length,
    truncated: matching.length > limit,
  };
}

function matches(one: ProcessDetails, text: string, where: 'command' | 'name' | 'exact_name'): boolean {
  const names = [one.name.toLowerCase(), one.threadName.toLowerCase()];
  if (where === 'exact_name') return names.includes(text);
  return names.some((name) => name.includes(text)) || (where === 'command' && one.command.toLowerCase().includes(text));
}
