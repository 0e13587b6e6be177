/**
 * Tool `port_check`: tries one TCP port of a host, address by address until one answers.
 */
import { integer, optionalInteger, optionalText } from '../arguments.ts';
import { type Attempt, addressesOf, tryConnect } from '../network/connect.ts';
import type { Json, JsonObject } from '../tool.ts';

/** Arguments: `port`, `host` (localhost), `timeout_ms` for all addresses together (3000). */
export async function run(args: JsonObject): Promise<Json> {
  const port = integer(args, 'port');
  const host = optionalText(args, 'host') ?? 'localhost';
  const timeout = optionalInteger(args, 'timeout_ms') ?? 3000;
  const start = performance.now();
  const attempts: Attempt[] = [];
  for (const address of await addressesOf(host)) {
    const left = timeout - (performance.now() - start);
    if (left <= 0) break;
    const attempt = await tryConnect(address, port, left);
    attempts.push(attempt);
    if (attempt.status === 'open') break;
  }
  const status = attempts.length === 0 ? 'name_not_found' : summary(attempts);
  return { host, port, open: status === 'open', status, attempts };
}

/** That somebody refused says more than that an address without a route exists as well (::1 beside 127.0.0.1). */
function summary(attempts: readonly Attempt[]): string {
  const statuses = attempts.map((attempt) => attempt.status);
  const order = ['open', 'refused', 'timed_out', 'unreachable', 'failed'] as const;
  return order.find((status) => statuses.includes(status)) ?? 'failed';
}
