/**
 * The kernel's socket tables (/proc/net/tcp and its kin) as values. It knows nothing of processes: a socket carries
 * the inode by which proc/processes.ts finds its holders.
 */
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';

export const SOCKET_TABLES = ['tcp', 'tcp6', 'udp', 'udp6'] as const;
export type SocketTable = (typeof SOCKET_TABLES)[number];

export type Socket = {
  readonly protocol: 'tcp' | 'udp';
  readonly family: 'ipv4' | 'ipv6';
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly state: string;
  readonly uid: number;
  /** 0: no process holds it any more (TIME_WAIT). */
  readonly inode: number;
};

/** Numbers of include/net/tcp_states.h; a UDP socket is 7 until it is connected (then 1). */
const TCP_STATES: readonly string[] = [
  'unknown',
  'established',
  'syn_sent',
  'syn_recv',
  'fin_wait1',
  'fin_wait2',
  'time_wait',
  'close',
  'close_wait',
  'last_ack',
  'listening',
  'closing',
  'new_syn_recv',
];

/** Reads one table of this network namespace; a kernel without IPv6 has no such file: no sockets. */
export async function readSockets(table: SocketTable): Promise<Socket[]> {
  let content: string;
  try {
    content = await readFile(`/proc/net/${table}`, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return parseSockets(content, table, endianness() === 'LE');
}

/** `littleEndian`: the tables print each 32-bit word of an address in the byte order of the machine. */
export function parseSockets(content: string, table: SocketTable, littleEndian: boolean): Socket[] {
  const protocol = table.startsWith('tcp') ? 'tcp' : 'udp';
  const sockets: Socket[] = [];
  for (const line of content.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/);
    const [, local, remote, state, , , , uid, , inode] = columns;
    if (local === undefined || remote === undefined || inode === undefined) continue;
    const here = parseEndpoint(local, littleEndian);
    const there = parseEndpoint(remote, littleEndian);
    sockets.push({
      protocol,
      family: table.endsWith('6') ? 'ipv6' : 'ipv4',
      localAddress: here.address,
      localPort: here.port,
      remoteAddress: there.address,
      remotePort: there.port,
      state: stateName(protocol, Number.parseInt(state ?? '', 16)),
      uid: Number(uid),
      inode: Number(inode),
    });
  }
  return sockets;
}

function stateName(protocol: 'tcp' | 'udp', state: number): string {
  if (protocol === 'udp') return state === 1 ? 'connected' : 'unconnected';
  return TCP_STATES[state] ?? 'unknown';
}

function parseEndpoint(text: string, littleEndian: boolean): { address: string; port: number } {
  const [hex = '', port = ''] = text.split(':');
  const bytes: number[] = [];
  for (let word = 0; word < hex.length; word += 8) {
    const four = [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(word + at, word + at + 2), 16));
    bytes.push(...(littleEndian ? four.reverse() : four));
  }
  return { address: bytes.length === 4 ? bytes.join('.') : formatIpv6(bytes), port: Number.parseInt(port, 16) };
}

/** RFC 5952: lower case, the longest run of two or more zero groups (the first of equals) becomes "::". */
export function formatIpv6(bytes: readonly number[]): string {
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0));
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${bytes.slice(12).join('.')}`;
  }
  let best = { start: 0, length: 0 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.length < 2) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}
