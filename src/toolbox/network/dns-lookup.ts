/**
 * Tool `network_dns_lookup`: records of a name from DNS, or what this system makes of it.
 */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { oneOf, optionalInteger, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

type Answer = {
  value: string;
  ttl_seconds: number | null;
  priority: number | null;
  data: { readonly [key: string]: Json } | null;
};

const TYPES = ['system', 'A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SOA', 'SRV', 'CAA', 'PTR', 'reverse'] as const;
type RecordType = (typeof TYPES)[number];

const STATUSES: { readonly [code: string]: string } = {
  ENOTFOUND: 'no_such_name',
  ENODATA: 'no_such_record',
  EREFUSED: 'refused',
  ESERVFAIL: 'server_failed',
  EAI_AGAIN: 'server_failed',
  ETIMEOUT: 'timed_out',
};

/** Arguments: `name`, `type` (system), `server`, `timeout_ms` of one answer (5000). */
export async function run(args: JsonObject): Promise<Json> {
  const name = text(args, 'name').replace(/\.$/, '');
  const type = oneOf(args, 'type', TYPES, 'system');
  const server = optionalText(args, 'server');
  if (type === 'system' && server !== undefined) {
    throw new ToolFailure('"server" needs a type of record: the system chooses its own servers', 'invalid_arguments');
  }
  const address = isIP(name) !== 0;
  if (type === 'reverse' && !address)
    throw new ToolFailure('"reverse" needs an IP address as name', 'invalid_arguments');
  // Underscores (_dmarc, _sip._tcp) are no part of host names, so only other scripts go through the conversion.
  const asked = address || /^[\x21-\x7e]+$/.test(name) ? name : domainToASCII(name);
  if (asked === '') throw new ToolFailure(`"${name}" is no domain name`, 'invalid_arguments');

  const resolver = new dns.Resolver({ timeout: optionalInteger(args, 'timeout_ms') ?? 5000, tries: 2 });
  if (server !== undefined) {
    try {
      resolver.setServers([server]);
    } catch {
      throw new ToolFailure(`"${server}" is no address of a server`, 'invalid_arguments');
    }
  }
  const start = performance.now();
  let status = 'found';
  let answers: Answer[] = [];
  try {
    answers = await ask(resolver, asked, type);
    if (answers.length === 0) status = 'no_such_record';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    status = STATUSES[code] ?? 'failed';
  }
  return {
    name: asked,
    type,
    found: status === 'found',
    status,
    answers,
    servers: type === 'system' ? [] : resolver.getServers(),
    milliseconds: Math.round(performance.now() - start),
  };
}

async function ask(resolver: dns.Resolver, name: string, type: RecordType): Promise<Answer[]> {
  switch (type) {
    case 'system':
      return (await dns.lookup(name, { all: true })).map(({ address }) => answer(address));
    case 'A':
      return (await resolver.resolve4(name, { ttl: true }))
        .map(({ address, ttl }) => answer(address, { ttl }))
        .sort(order);
    case 'AAAA':
      return (await resolver.resolve6(name, { ttl: true }))
        .map(({ address, ttl }) => answer(address, { ttl }))
        .sort(order);
    case 'CNAME':
      return (await resolver.resolveCname(name)).map((value) => answer(value));
    case 'NS':
      return (await resolver.resolveNs(name)).map((value) => answer(value)).sort(order);
    case 'PTR':
      return (await resolver.resolvePtr(name)).map((value) => answer(value)).sort(order);
    case 'reverse':
      return (await resolver.reverse(name)).map((value) => answer(value)).sort(order);
    case 'MX':
      return (await resolver.resolveMx(name))
        .map(({ exchange, priority }) => answer(exchange, { priority, data: { exchange, priority } }))
        .sort(order);
    case 'TXT':
      // A long text comes in pieces that belong together, each byte as one character; what people write there is UTF-8.
      return (await resolver.resolveTxt(name))
        .map((pieces) => answer(Buffer.from(pieces.join(''), 'latin1').toString('utf8')))
        .sort(order);
    case 'SRV':
      return (await resolver.resolveSrv(name))
        .map(({ name: target, port, priority, weight }) =>
          answer(`${target}:${port}`, { priority, data: { target, port, priority, weight } }),
        )
        .sort(order);
    case 'SOA': {
      const soa = await resolver.resolveSoa(name);
      return [answer(soa.nsname, { data: { ...soa } })];
    }
    case 'CAA':
      return (await resolver.resolveCaa(name))
        .map(({ critical, ...rest }) => {
          const [property = '', value = ''] = Object.entries(rest).find(([key]) => key !== 'type') ?? [];
          return answer(`${property} ${String(value)}`, {
            data: { critical: critical !== 0, property, value: String(value) },
          });
        })
        .sort(order);
  }
}

function answer(
  value: string,
  more: { ttl?: number; priority?: number; data?: { readonly [key: string]: Json } } = {},
): Answer {
  return { value, ttl_seconds: more.ttl ?? null, priority: more.priority ?? null, data: more.data ?? null };
}

/** Servers turn the order round from answer to answer; ours stays. */
function order(a: Answer, b: Answer): number {
  return (a.priority ?? 0) - (b.priority ?? 0) || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);
}
