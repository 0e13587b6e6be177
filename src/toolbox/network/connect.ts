/**
 * One TCP connection tried, and what came of it; and the addresses that a host name stands for on this machine.
 */
import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { ToolFailure } from '../tool.ts';

export type ConnectStatus = 'open' | 'refused' | 'timed_out' | 'unreachable' | 'failed';
export type Attempt = { address: string; status: ConnectStatus; milliseconds: number; error: string | null };

const STATUSES: { readonly [code: string]: ConnectStatus } = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timed_out',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
};

/** Connects and hangs up again without sending anything. */
export async function tryConnect(address: string, port: number, timeoutMs: number): Promise<Attempt> {
  const start = performance.now();
  return await new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (status: ConnectStatus, error: string | null): void => {
      socket.destroy();
      clearTimeout(timer);
      resolve({ address, status, milliseconds: Math.round(performance.now() - start), error });
    };
    const timer = setTimeout(() => end('timed_out', null), timeoutMs);
    socket.once('connect', () => end('open', null));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      end(STATUSES[code] ?? 'failed', code);
    });
  });
}

/** Addresses of a host in the order of this system, hosts file included; empty when the name does not exist. */
export async function addressesOf(host: string): Promise<string[]> {
  const bare = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  if (isIP(bare) !== 0) return [bare];
  try {
    const found = await lookup(bare, { all: true });
    return [...new Set(found.map(({ address }) => address))];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new ToolFailure(`the name ${host} could not be looked up (${code || String(error)})`);
  }
}
