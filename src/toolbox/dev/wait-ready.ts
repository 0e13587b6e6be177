/**
 * Tool `dev_wait_ready`: tries an address or a port until it answers or the time is over. Not ready is an answer.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { coverAddresses } from '../../audit/address-secrets.ts';
import { optionalInteger, optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Pause between two attempts, milliseconds: short beside what a server needs to start. */
const PAUSE_MS = 250;
/** No attempt is begun with less than this left, milliseconds: its failure would only say that time was short. */
const LEAST_MS = 50;
/** Longest one attempt, milliseconds: a server that accepts and says nothing is tried again. */
const ATTEMPT_MS = 5000;

type Attempt = { ready: boolean; status: number | null; error: string | null };

/** Arguments: `url`, or `port` with `host` (127.0.0.1); `status` (any below 400), `timeout_seconds` (60). */
export async function run(args: JsonObject): Promise<Json> {
  const url = optionalText(args, 'url');
  const port = optionalInteger(args, 'port');
  const host = optionalText(args, 'host') ?? '127.0.0.1';
  const status = optionalInteger(args, 'status');
  if ((url === undefined) === (port === undefined)) {
    throw new ToolFailure('either "url" or "port" is needed, not both', 'invalid_arguments');
  }
  if (url !== undefined && !URL.canParse(url))
    throw new ToolFailure(`"${coverAddresses(url, '***')}" is not an address`, 'invalid_arguments');
  const limit = (optionalInteger(args, 'timeout_seconds') ?? 60) * 1000;
  const started = performance.now();
  const left = (): number => limit - (performance.now() - started);
  let last: Attempt = { ready: false, status: null, error: null };
  let attempts = 0;
  let lastError: string | null = null;
  do {
    attempts++;
    const within = Math.max(1, Math.min(ATTEMPT_MS, left()));
    last = url === undefined ? await tryPort(host, port ?? 0, within) : await tryUrl(url, status, within);
    if (last.error !== null) lastError = last.error;
    if (!last.ready && left() > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS, left())));
  } while (!last.ready && left() > LEAST_MS);
  return {
    target: url === undefined ? `${host}:${port}` : coverAddresses(url, '***'),
    ready: last.ready,
    status: last.status,
    waited_ms: Math.round(performance.now() - started),
    attempts,
    last_error: last.ready && attempts === 1 ? null : lastError,
  };
}

function tryPort(host: string, port: number, within: number): Promise<Attempt> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (ready: boolean, error: string | null): void => {
      socket.destroy();
      resolve({ ready, status: null, error });
    };
    socket.setTimeout(within, () => end(false, `no answer within ${Math.round(within)} ms`));
    socket.on('connect', () => end(true, null));
    socket.on('error', (error) => end(false, messageOf(error)));
  });
}

function tryUrl(url: string, wanted: number | undefined, within: number): Promise<Attempt> {
  return new Promise((resolve) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = start(url, { method: 'GET', agent: false, headers: { connection: 'close' } }, (response) => {
      const status = response.statusCode ?? 0;
      response.destroy();
      const ready = wanted === undefined ? status < 400 : status === wanted;
      resolve({ ready, status, error: ready ? null : `answered with status ${status}` });
    });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${Math.round(within)} ms`)), within);
    request.on('error', (error) => resolve({ ready: false, status: null, error: messageOf(error) }));
    request.on('close', () => clearTimeout(timer));
    request.end();
  });
}

/** An attempt at several addresses fails with several errors and no message of its own. */
function messageOf(error: Error): string {
  const several = (error as AggregateError).errors;
  return error.message !== '' ? error.message : Array.isArray(several) ? several.map(String).join('; ') : error.name;
}
