/**
 * The kernel's main routing table in both families as values, and the choice of a route for an address.
 */
import { readFile } from 'node:fs/promises';
import { BlockList, isIPv4 } from 'node:net';
import { endianness } from 'node:os';
import { formatIpv6 } from './sockets.ts';

export type Route = {
  readonly family: 'ipv4' | 'ipv6';
  readonly network: string;
  readonly prefixLength: number;
  readonly gateway: string | null;
  readonly interface: string;
  readonly metric: number;
  /** Packets to it are refused. */
  readonly reject: boolean;
};

/** Flags of include/uapi/linux/route.h and ipv6_route.h. */
const UP = 0x1;
const REJECT = 0x200;
/** Of IPv6: made by the kernel for an address of its own, for multicast, or as a cached copy: no route of anybody's table. */
const LOCAL = 0x8000_0000;
const CACHE = 0x0100_0000;

/** Most specific first, preferred first among equals. */
export async function readRoutes(): Promise<Route[]> {
  const four = await readFile('/proc/net/route', 'utf8').catch(() => '');
  const six = await readFile('/proc/net/ipv6_route', 'utf8').catch(() => '');
  return sortRoutes([...parseIpv4Routes(four, endianness() === 'LE'), ...parseIpv6Routes(six)]);
}

export function sortRoutes(routes: readonly Route[]): Route[] {
  return [...routes].sort(
    (a, b) =>
      (a.family < b.family ? -1 : a.family > b.family ? 1 : 0) ||
      b.prefixLength - a.prefixLength ||
      a.metric - b.metric ||
      (a.network < b.network ? -1 : a.network > b.network ? 1 : 0),
  );
}

/** Interface, destination, gateway, flags, …, metric, mask: addresses as 32-bit words in the byte order of the machine. */
export function parseIpv4Routes(content: string, littleEndian: boolean): Route[] {
  const routes: Route[] = [];
  for (const line of content.split('\n').slice(1)) {
    const [name, destination, gateway, flags, , , metric, mask] = line.trim().split(/\s+/);
    if (name === undefined || destination === undefined || mask === undefined) continue;
    const bits = Number.parseInt(flags ?? '0', 16);
    if ((bits & UP) === 0) continue;
    const router = dotted(gateway ?? '', littleEndian);
    routes.push({
      family: 'ipv4',
      network: dotted(destination, littleEndian),
      prefixLength: [...Number.parseInt(mask, 16).toString(2)].filter((bit) => bit === '1').length,
      gateway: router === '0.0.0.0' ? null : router,
      interface: name,
      metric: Number(metric ?? 0),
      reject: (bits & REJECT) !== 0,
    });
  }
  return routes;
}

function dotted(hex: string, littleEndian: boolean): string {
  const bytes = [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (littleEndian ? bytes.reverse() : bytes).join('.');
}

/** Destination, length, source, length, gateway, metric, references, use, flags, interface. */
export function parseIpv6Routes(content: string): Route[] {
  const routes: Route[] = [];
  for (const line of content.split('\n')) {
    const [destination, length, , , gateway, metric, , , flags, name] = line.trim().split(/\s+/);
    if (destination === undefined || length === undefined || name === undefined) continue;
    const bits = Number.parseInt(flags ?? '0', 16);
    const reject = hasBit(bits, REJECT);
    // "lo" carries the kernel's own default "unreachable" entry, which every table ends with.
    if (!hasBit(bits, UP) || hasBit(bits, LOCAL) || hasBit(bits, CACHE) || (reject && name === 'lo')) continue;
    if (destination.startsWith('ff')) continue;
    const router = ipv6(gateway ?? '');
    routes.push({
      family: 'ipv6',
      network: ipv6(destination),
      prefixLength: Number.parseInt(length, 16),
      gateway: router === '::' ? null : router,
      interface: name,
      metric: Number.parseInt(metric ?? '0', 16),
      reject,
    });
  }
  return routes;
}

/** Flags reach beyond 31 bits, where bit operations would sign them. */
function hasBit(flags: number, bit: number): boolean {
  return Math.floor(flags / bit) % 2 === 1;
}

function ipv6(hex: string): string {
  return formatIpv6(Array.from({ length: 16 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)));
}

/** The route that packets to `address` take, by the main table alone. `routes` as `readRoutes` orders them. */
export function selectRoute(address: string, routes: readonly Route[]): Route | undefined {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return routes.find((route) => {
    if (route.family !== family) return false;
    if (route.prefixLength === 0) return true;
    const list = new BlockList();
    list.addSubnet(route.network, route.prefixLength, family);
    return list.check(address, family);
  });
}
