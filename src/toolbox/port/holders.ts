/**
 * Tool `port_holders`: which process holds a port (or every listening port), read from the kernel's tables.
 * A socket whose owner this user may not see is reported with pid null, and `complete` is then false.
 */
import { oneOf, optionalInteger } from '../arguments.ts';
import { findSocketHolders, type ProcessFacts, readProcess, readUserNames } from '../proc/processes.ts';
import { readSockets, SOCKET_TABLES, type Socket } from '../proc/sockets.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/**
 * Arguments: `port` 1..65535 (absent: all ports), `protocol` tcp | udp | any (any), `state` listening | all
 * (with a port: all, without: listening; an unconnected UDP socket counts as listening).
 */
export async function run(args: JsonObject): Promise<Json> {
  if (process.platform !== 'linux') throw new ToolFailure('port_holders reads /proc: Linux only', 'not_supported');
  const port = optionalInteger(args, 'port');
  const protocol = oneOf(args, 'protocol', ['any', 'tcp', 'udp'], 'any');
  const state = oneOf(args, 'state', ['listening', 'all'], port === undefined ? 'listening' : 'all');

  const sockets: Socket[] = [];
  for (const table of SOCKET_TABLES) {
    if (protocol !== 'any' && !table.startsWith(protocol)) continue;
    sockets.push(...(await readSockets(table)));
  }
  const wanted = sockets.filter(
    (socket) => (port === undefined || socket.localPort === port) && (state === 'all' || isListening(socket)),
  );
  return { port: port ?? null, ...(await describe(wanted)) };
}

function isListening(socket: Socket): boolean {
  return socket.state === 'listening' || socket.state === 'unconnected';
}

async function describe(sockets: readonly Socket[]): Promise<JsonObject> {
  const inodes = new Set(sockets.map((socket) => socket.inode).filter((inode) => inode !== 0));
  const found = inodes.size === 0 ? { byInode: new Map(), unreadable: 0 } : await findSocketHolders(inodes);
  const users = await readUserNames();
  const facts = new Map<number, ProcessFacts>();
  for (const pid of new Set([...found.byInode.values()].flat())) {
    const process = await readProcess(pid);
    if (process !== undefined) facts.set(pid, process);
  }
  const holders: { [key: string]: Json }[] = [];
  let hidden = 0;
  for (const socket of sockets) {
    const pids = found.byInode.get(socket.inode) ?? [];
    if (pids.length === 0 && socket.inode !== 0) hidden++;
    for (const pid of pids.length === 0 ? [null] : pids) {
      const process = pid === null ? undefined : facts.get(pid);
      const uid = process?.uid ?? socket.uid;
      holders.push({
        protocol: socket.protocol,
        address: socket.localAddress,
        port: socket.localPort,
        state: socket.state,
        pid,
        process_name: process?.name ?? null,
        command: process === undefined ? null : process.argv.join(' '),
        user: users.get(uid) ?? String(uid),
      });
    }
  }
  holders.sort(
    (a, b) =>
      order(a.port, b.port) || order(a.protocol, b.protocol) || order(a.address, b.address) || order(a.pid, b.pid),
  );
  // A socket without a visible owner belongs to another user's process, or to one in another container.
  return { holders, complete: hidden === 0, holders_not_visible: hidden, processes_not_readable: found.unreadable };
}

function order(a: Json | undefined, b: Json | undefined): number {
  const left = a ?? 0;
  const right = b ?? 0;
  return left < right ? -1 : left > right ? 1 : 0;
}
