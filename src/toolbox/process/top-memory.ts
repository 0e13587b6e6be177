/**
 * Tool `process_top_memory`: processes, or programs with all their processes, by resident memory.
 */
import { totalmem } from 'node:os';
import { oneOf, optionalInteger } from '../arguments.ts';
import { needProc, type ProcessDetails, readAllDetails } from '../proc/details.ts';
import { readUserNames } from '../proc/processes.ts';
import type { Json, JsonObject } from '../tool.ts';

type Entry = {
  readonly name: string;
  readonly members: readonly ProcessDetails[];
};

/** Arguments: `group_by` process | program (process), `limit` (10). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('process_top_memory');
  const groupBy = oneOf(args, 'group_by', ['process', 'program'], 'process');
  const limit = optionalInteger(args, 'limit') ?? 10;
  const all = (await readAllDetails()).filter((one) => !one.kernelThread && one.pid !== process.pid);
  const users = await readUserNames();
  const machine = totalmem();
  const entries = group(all, groupBy === 'program')
    .map((entry) => present(entry, groupBy === 'program', users, machine))
    .sort((a, b) => b.memory_bytes - a.memory_bytes || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    entries: entries.slice(0, limit),
    total: entries.length,
    truncated: entries.length > limit,
    machine_bytes: machine,
  };
}

function group(all: readonly ProcessDetails[], byProgram: boolean): Entry[] {
  if (!byProgram) return all.map((one) => ({ name: one.name, members: [one] }));
  const programs = new Map<string, ProcessDetails[]>();
  for (const one of all) programs.set(one.name, [...(programs.get(one.name) ?? []), one]);
  return [...programs].map(([name, members]) => ({ name, members }));
}

function present(entry: Entry, whole: boolean, users: ReadonlyMap<number, string>, machine: number) {
  const sum = (of: (one: ProcessDetails) => number): number => entry.members.reduce((total, one) => total + of(one), 0);
  const uids = [...new Set(entry.members.map((one) => one.uid))];
  const [uid] = uids;
  const [first] = entry.members;
  const memory = sum((one) => one.memoryBytes);
  return {
    name: entry.name,
    pid: whole ? null : (first?.pid ?? null),
    processes: entry.members.length,
    command: whole ? null : (first?.command ?? null),
    user: uid === undefined || uids.length > 1 ? null : (users.get(uid) ?? String(uid)),
    memory_bytes: memory,
    shared_bytes: sum((one) => one.sharedBytes),
    swapped_bytes: sum((one) => one.swappedBytes),
    percent: Math.round((1000 * memory) / machine) / 10,
  };
}
