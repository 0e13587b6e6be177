/**
 * Tool `network_trace`: calls traceroute and reads its hops.
 */
import { oneOf, optionalInteger } from '../arguments.ts';
import { call } from '../call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { hostOf } from './ping.ts';

type Hop = { hop: number; addresses: string[]; milliseconds: number[]; note: string | null };

/** Marks behind a time, as traceroute(8) explains them. */
const NOTES: { readonly [mark: string]: string } = {
  '!H': 'host unreachable',
  '!N': 'network unreachable',
  '!P': 'protocol unreachable',
  '!X': 'administratively prohibited',
  '!V': 'host precedence violation',
  '!C': 'precedence cutoff',
  '!S': 'source route failed',
};

/** Arguments: `host`, `max_hops` (30), `timeout_seconds` (2), `probes` a hop (1), `family` any | ipv4 | ipv6 (any). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const host = hostOf(args);
  const family = oneOf(args, 'family', ['any', 'ipv4', 'ipv6'], 'any');
  const argv = [
    '-n',
    ...(family === 'any' ? [] : [family === 'ipv4' ? '-4' : '-6']),
    '-m',
    String(optionalInteger(args, 'max_hops') ?? 30),
    '-w',
    String(optionalInteger(args, 'timeout_seconds') ?? 2),
    '-q',
    String(optionalInteger(args, 'probes') ?? 1),
    host,
  ];
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const called = await call('traceroute', argv, { cwd: io.cwd, ok: codes, env: { LC_ALL: 'C' } });
  const words = called.stderr.toString('utf8').trim();
  if (called.exitCode !== 0) {
    if (/not known|name resolution|unknown host|bad address/i.test(words)) {
      throw new ToolFailure(`there is no host ${host}`, 'not_found');
    }
    throw new ToolFailure(words === '' ? `traceroute ended with exit code ${called.exitCode}` : words.slice(0, 2000));
  }
  return readTrace(host, called.stdout.toString('utf8'));
}

/** "traceroute to NAME (ADDRESS), …", then " 1  ADDRESS  1.2 ms *  OTHER  3.4 ms !N" a hop. */
export function readTrace(host: string, output: string): { [key: string]: Json } {
  const target = /^traceroute to \S+ \(([^()\s]+)\)/m.exec(output)?.[1] ?? null;
  const hops: Hop[] = [];
  for (const line of output.split('\n')) {
    const numbered = /^\s*(\d+)\s+(.*)$/.exec(line);
    if (numbered === null) continue;
    const hop: Hop = { hop: Number(numbered[1]), addresses: [], milliseconds: [], note: null };
    const words = (numbered[2] ?? '').split(/\s+/);
    for (const [i, word] of words.entries()) {
      if (words[i + 1] === 'ms') hop.milliseconds.push(Number(word));
      else if (word.startsWith('!')) hop.note = NOTES[word] ?? `unreachable (${word})`;
      else if (/^[0-9A-Fa-f]*[.:][0-9A-Fa-f.:%a-z]*$/.test(word) && !hop.addresses.includes(word))
        hop.addresses.push(word);
    }
    hops.push(hop);
  }
  const last = hops.at(-1);
  const reached = target !== null && last?.note === null && last.addresses.includes(target);
  return { host, address: target, reached, hops };
}
