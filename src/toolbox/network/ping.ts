/**
 * Tool `network_ping`: calls the system's ping and reads what iputils, busybox and the BSDs print alike.
 */
import { isIP } from 'node:net';
import { oneOf, optionalInteger, text } from '../arguments.ts';
import { call } from '../call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

/** Arguments: `host`, `count` (4), `timeout_seconds` of one answer (2), `family` any | ipv4 | ipv6 (any). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const host = hostOf(args);
  const count = optionalInteger(args, 'count') ?? 4;
  const seconds = optionalInteger(args, 'timeout_seconds') ?? 2;
  const family = oneOf(args, 'family', ['any', 'ipv4', 'ipv6'], 'any');
  const literal = isIP(host.replace(/%.*$/, ''));
  if (family !== 'any' && literal !== 0 && family !== `ipv${literal}`) {
    const message = `${host} is an IPv${literal} address and cannot be reached over ${family === 'ipv4' ? 'IPv4' : 'IPv6'}; leave "family" out`;
    throw new ToolFailure(message, 'invalid_arguments');
  }
  const { executable, argv } = commandLine(process.platform, host, count, seconds, family);
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const called = await call(executable, argv, { cwd: io.cwd, ok: codes, env: { LC_ALL: 'C' } });
  return readPing(host, called.stdout.toString('utf8'), called.stderr.toString('utf8'));
}

/** A host, and never an option. */
export function hostOf(args: JsonObject): string {
  const host = text(args, 'host').replace(/^\[(.*)\]$/, '$1');
  if (!/^[A-Za-z0-9_:.][A-Za-z0-9_:.%-]*$/.test(host))
    throw new ToolFailure(`"${host}" is no host`, 'invalid_arguments');
  return host;
}

/** macOS has a program of its own for IPv6 and waits in milliseconds. */
export function commandLine(
  platform: string,
  host: string,
  count: number,
  seconds: number,
  family: 'any' | 'ipv4' | 'ipv6',
): { executable: string; argv: string[] } {
  if (platform === 'darwin') {
    if (family === 'ipv6' || isIP(host.replace(/%.*$/, '')) === 6)
      return { executable: 'ping6', argv: ['-n', '-c', String(count), host] };
    return { executable: 'ping', argv: ['-n', '-c', String(count), '-W', String(1000 * seconds), host] };
  }
  const version = family === 'any' ? [] : [family === 'ipv4' ? '-4' : '-6'];
  return { executable: 'ping', argv: ['-n', ...version, '-c', String(count), '-W', String(seconds), host] };
}

export function readPing(host: string, output: string, words: string): { [key: string]: Json } {
  const counted = /(\d+) packets transmitted, (\d+)(?: packets)? received/.exec(output);
  const sent = Number(counted?.[1] ?? 0);
  const received = Number(counted?.[2] ?? 0);
  const times = /= ([\d.]+)\/([\d.]+)\/([\d.]+)/.exec(output);
  const replies: Json[] = [];
  for (const line of output.split('\n')) {
    const reply = /\bseq=(\d+)\b.*\btime[=<]([\d.]+) ?ms/.exec(line.replace('icmp_seq', 'seq'));
    if (reply !== null) replies.push({ sequence: Number(reply[1]), milliseconds: Number(reply[2]) });
  }
  return {
    host,
    address: /^PING[^(]*\(([^()\s]+)\)/m.exec(output)?.[1] ?? null,
    reachable: received > 0,
    status: statusOf(counted !== null, received, output, words),
    sent,
    received,
    loss_percent: sent === 0 ? 100 : Math.round((1000 * (sent - received)) / sent) / 10,
    min_ms: times === null ? null : Number(times[1]),
    average_ms: times === null ? null : Number(times[2]),
    max_ms: times === null ? null : Number(times[3]),
    replies,
  };
}

function statusOf(counted: boolean, received: number, output: string, words: string): string {
  if (received > 0) return 'answered';
  const said = `${output}\n${words}`;
  if (/not known|name resolution|unknown host|bad address|no address associated/i.test(said)) return 'name_not_found';
  if (/unreachable|no route to host|cannot assign requested address/i.test(said)) return 'unreachable';
  if (/not permitted|permission denied|lacking privilege/i.test(words)) {
    throw new ToolFailure(`this user may not send ICMP requests: ${words.trim()}`, 'permission_denied');
  }
  if (counted) return 'no_answer';
  throw new ToolFailure(words.trim() === '' ? 'ping failed' : words.trim().slice(0, 2000));
}
