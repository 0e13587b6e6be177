/**
 * Tool `network_connections`: connections of this machine with both ends and the process that holds them.
 */
import { oneOf, optionalInteger, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { findSocketHolders, type ProcessFacts, readProcess, readUserNames } from '../proc/processes.ts';
import { readSockets, SOCKET_TABLES, type Socket } from '../proc/sockets.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

const STATES = [
  'any',
  'established',
  'time_wait',
  'close_wait',
  'syn_sent',
  'syn_recv',
  'fin_wait1',
  'fin_wait2',
  'last_ack',
  'closing',
] as const;

/** Arguments: `pid`, `remote_address`, `port` (at either end), `state` (any), `limit` (200). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('network_connections');
  const pid = optionalInteger(args, 'pid');
  const remote = optionalText(args, 'remote_address');
  const port = optionalInteger(args, 'port');
  const state = oneOf(args, 'state', STATES, 'any');
  const limit = optionalInteger(args, 'limit') ?? 200;
  if (pid !== undefined && (await readProcess(pid)) === undefined) {
    throw new ToolFailure(`there is no process ${pid}`, 'not_found');
  }
  const sockets: Socket[] = [];
  for (const table of SOCKET_TABLES) sockets.push(...(await readSockets(table)));
  const connected = sockets.filter(
    (socket) =>
      socket.remotePort !== 0 &&
      socket.state !== 'listening' &&
      (remote === undefined || plain(socket.remoteAddress) === plain(remote)) &&
      (port === undefined || socket.localPort === port || socket.remotePort === port) &&
      // An established UDP socket is one that was connected: to a person the same.
      (state === 'any' || socket.state === state || (state === 'established' && socket.state === 'connected')),
  );
  const inodes = new Set(connected.map((socket) => socket.inode).filter((inode) => inode !== 0));
  const { byInode } = inodes.size === 0 ? { byInode: new Map<number, number[]>() } : await findSocketHolders(inodes);
  const users = await readUserNames();
  const facts = new Map<number, ProcessFacts>();
  for (const one of new Set([...byInode.values()].flat())) {
    const found = await readProcess(one);
    if (found !== undefined) facts.set(one, found);
  }
  const rows: { [key: string]: Json }[] = [];
  const states = new Map<string, number>();
  let hidden = 0;
  for (const socket of connected) {
    const holders = byInode.get(socket.inode) ?? [];
    if (pid !== undefined && !holders.includes(pid)) continue;
    states.set(socket.state, (states.get(socket.state) ?? 0) + 1);
    if (holders.length === 0 && socket.inode !== 0) hidden++;
    for (const holder of holders.length === 0 ? [null] : holders) {
      if (pid === undefined || holder === pid) rows.push(present(socket, holder, facts, users));
    }
  }
  rows.sort(order);
  return {
    connections: rows.slice(0, limit),
    total: rows.length,
    truncated: rows.length > limit,
    states: [...states]
      .map(([name, count]) => ({ state: name, count }))
      .sort((a, b) => b.count - a.count || (a.state < b.state ? -1 : 1)),
    complete: hidden === 0,
  };
}

function present(
  socket: Socket,
  pid: number | null,
  facts: ReadonlyMap<number, ProcessFacts>,
  users: ReadonlyMap<number, string>,
): { [key: string]: Json } {
  const process = pid === null ? undefined : facts.get(pid);
  const uid = process?.uid ?? socket.uid;
  return {
    protocol: socket.protocol,
    local_address: plain(socket.localAddress),
    local_port: socket.localPort,
    remote_address: plain(socket.remoteAddress),
    remote_port: socket.remotePort,
    state: socket.state,
    pid,
    process_name: process?.name ?? null,
    user: users.get(uid) ?? String(uid),
  };
}

/** An IPv4 address as it stands in an IPv6 socket is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').toLowerCase();
}

function order(a: { [key: string]: Json }, b: { [key: string]: Json }): number {
  for (const key of ['protocol', 'local_port', 'remote_address', 'remote_port', 'local_address', 'pid']) {
    const left = a[key] ?? 0;
    const right = b[key] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
