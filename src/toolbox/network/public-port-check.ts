/**
 * Tool `network_public_port_check`: several TCP ports at each address of a host, from this machine alone.
 */
import { networkInterfaces } from 'node:os';
import { scopeOf } from '../../policy/address-scope.ts';
import { optionalInteger, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';
import { type Attempt, addressesOf, tryConnect } from './connect.ts';

/** Connections tried at once: quick for twenty ports, and still no flood that a firewall answers by shutting us out. */
const AT_ONCE = 8;

/** Arguments: `host`, `ports` (1 to 20), `timeout_ms` of one connection (3000). */
export async function run(args: JsonObject): Promise<Json> {
  const host = text(args, 'host');
  const timeout = optionalInteger(args, 'timeout_ms') ?? 3000;
  const addresses = await addressesOf(host);
  const own = new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address)));
  const pending = portsOf(args).flatMap((port) => addresses.map((address) => ({ port, address })));
  const attempts = new Map<number, Attempt[]>(portsOf(args).map((port) => [port, []]));
  for (let i = 0; i < pending.length; i += AT_ONCE) {
    const some = pending.slice(i, i + AT_ONCE);
    const tried = await Promise.all(some.map(({ port, address }) => tryConnect(address, port, timeout)));
    for (const [k, attempt] of tried.entries()) attempts.get(some[k]?.port ?? 0)?.push(attempt);
  }
  return {
    host,
    status: addresses.length === 0 ? 'name_not_found' : 'checked',
    addresses: addresses.map((address) => ({ address, scope: scopeOf(address), of_this_machine: own.has(address) })),
    ports: [...attempts].map(([port, list]) => ({
      port,
      open: list.length > 0 && list.every(({ status }) => status === 'open'),
      status: summary(list),
      attempts: list.map(({ address, status, milliseconds }) => ({ address, status, milliseconds })),
    })),
  };
}

function portsOf(args: JsonObject): number[] {
  const { ports } = args;
  const isPort = (port: Json): port is number => Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;
  if (!Array.isArray(ports) || ports.length === 0 || !ports.every(isPort)) {
    throw new ToolFailure('argument "ports" must be a list of ports, 1 to 65535', 'invalid_arguments');
  }
  return [...new Set(ports as number[])].sort((a, b) => a - b);
}

function summary(attempts: readonly Attempt[]): string {
  const statuses = [...new Set(attempts.map(({ status }) => status))];
  if (statuses.length === 0) return 'unreachable';
  if (statuses.length === 1) return statuses[0] ?? 'failed';
  return statuses.includes('open') ? 'partly_open' : 'mixed';
}
