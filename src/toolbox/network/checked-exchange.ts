/**
 * One HTTP exchange with the address looked at first: the host is one of those that are allowed, its name is looked up once,
 * and the connection goes to an address of that very look-up. TLS is always verified. It knows no redirect and no body.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { shutAddress } from '../../policy/address-scope.ts';
import { standsFor } from '../../policy/network.ts';
import { type JsonObject, ToolFailure } from '../tool.ts';
import { addressesOf } from './connect.ts';
import { proxyFor } from './proxy.ts';
import { trustedAuthorities } from './trust.ts';

/** `personal`: for the first host alone, such as a secret. */
type Header = { readonly name: string; readonly value: string; readonly personal: boolean };

export type CheckedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly body: { readonly content_type: string; readonly text: string } | undefined;
  /** Null: 200 to 299. */
  readonly ok: readonly number[] | null;
  readonly empty: readonly number[];
  readonly redirects: number;
  readonly hosts: readonly string[];
  /** Of those, the ones that may be in a private network or on this machine. */
  readonly privateHosts: readonly string[];
  readonly loopbackOnly: boolean;
  readonly format: 'json' | 'text';
  readonly maxBytes: number;
  /** It is meant to change something: once it is on its way nobody knows what became of it but the server. */
  readonly changes: boolean;
};

/** What the runner froze, as it came on stdin; the values of secrets are put in here. */
type Document = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { name: string; value?: string; secret?: string; prefix?: string }[];
  readonly body?: { readonly content_type: string; readonly text: string };
  readonly ok: readonly number[] | null;
  readonly empty: readonly number[];
  readonly redirects: number;
  readonly hosts: readonly string[];
  readonly private_hosts: readonly string[];
  readonly loopback_only: boolean;
  readonly format: 'json' | 'text';
  readonly max_bytes: number;
  readonly changes: boolean;
};

const PERSONAL = new Set(['authorization', 'cookie', 'idempotency-key', 'x-api-key']);

/** What goes wrong before anything is sent says so: nobody was asked for anything. */
export async function beforeSending<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ToolFailure ? new ToolFailure(error.message, 'not_sent', error.result) : error;
  }
}

export function readRequest(args: JsonObject, secrets: { readonly [name: string]: string }): CheckedRequest {
  const { headers, private_hosts, loopback_only, max_bytes, url, body, ...same } = args as unknown as Document;
  return {
    ...same,
    url: new URL(url),
    headers: headers.map((header) => headerOf(header, secrets)),
    body,
    privateHosts: private_hosts,
    loopbackOnly: loopback_only,
    maxBytes: max_bytes,
  };
}

function headerOf(
  { name, value, secret, prefix = '' }: Document['headers'][number],
  secrets: Record<string, string>,
): Header {
  if (secret === undefined) return { name, value: value ?? '', personal: PERSONAL.has(name.toLowerCase()) };
  const known = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined;
  if (known === undefined) throw new ToolFailure(`the secret ${secret} was not handed over`);
  if (!/^[\t\u0020-\u007e]*$/.test(known)) throw new ToolFailure(`the secret ${secret} holds what no header can carry`);
  return { name, value: prefix + known, personal: true };
}

/**
 * Sends the request and gives the head of the answer. Throws ToolFailure: `not_sent` when it was kept back here, or its host
 * was not found; `outcome_unknown` when a change was on its way.
 */
export async function exchangeOnce(
  request: CheckedRequest,
): Promise<{ readonly response: http.IncomingMessage; readonly address: string }> {
  const { url } = request;
  const address = await beforeSending(() => chooseAddress(request));
  const secure = url.protocol === 'https:';
  const authorities = trustedAuthorities();
  const sent = (secure ? https : http).request(url, {
    method: request.method,
    agent: secure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false }),
    headers: headersOf(request),
    rejectUnauthorized: true,
    // The name has been looked up: nobody may answer it differently now.
    lookup: (_host, _options, done) => done(null, [{ address, family: isIP(address) }]),
    ...(authorities === undefined ? {} : { ca: authorities }),
  });
  return await new Promise((resolve, reject) => {
    let onItsWay = false;
    sent.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        onItsWay = true;
      });
    });
    sent.once('response', (response) => {
      if (response.socket.remoteAddress !== undefined && !sameAddress(response.socket.remoteAddress, address)) {
        sent.destroy();
        const afterwards = request.changes ? 'outcome_unknown' : 'failed';
        reject(new ToolFailure(`${url.host} was reached at another address than ${address}`, afterwards));
      } else resolve({ response, address });
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      const why = `${url.origin} could not be reached: ${error.message === '' ? (error.code ?? 'unknown error') : error.message}`;
      const shut =
        proxyFor(url, process.env).proxy === null ? '' : '. No proxy is used: the address itself is looked at first';
      const afterwards = request.changes ? 'outcome_unknown' : 'no_answer';
      reject(new ToolFailure(why + shut, onItsWay ? afterwards : 'unreachable'));
    });
    // Without an error and without an answer: an answer that is none, such as the offer of another protocol.
    sent.once('close', () => {
      const afterwards = request.changes ? 'outcome_unknown' : 'no_answer';
      reject(new ToolFailure(`${url.origin} gave no answer that ends the request`, afterwards));
    });
    sent.end(request.body?.text);
  });
}

function headersOf({ headers, body, format }: CheckedRequest): http.OutgoingHttpHeaders {
  const own: http.OutgoingHttpHeaders = {
    'user-agent': 'cap',
    accept: format === 'json' ? 'application/json' : '*/*',
    // The size that counts is then the size on the wire.
    'accept-encoding': 'identity',
    ...(body === undefined
      ? {}
      : { 'content-type': body.content_type, 'content-length': Buffer.byteLength(body.text, 'utf8') }),
  };
  for (const { name, value } of headers) own[name.toLowerCase()] = value;
  return own;
}

/** The first address of the host that may be connected to. */
async function chooseAddress({ url, hosts, privateHosts, loopbackOnly }: CheckedRequest): Promise<string> {
  const host = url.hostname;
  if (!hosts.some((entry) => standsFor(entry, url))) {
    throw new ToolFailure(`${url.host} is not one of the hosts that this may go to`);
  }
  const addresses = await addressesOf(host);
  if (addresses.length === 0) throw new ToolFailure(`there is no host ${host}`, 'not_found');
  const reach = { isOpened: privateHosts.some((entry) => standsFor(entry, url)), isLoopbackOnly: loopbackOnly };
  const found = addresses.map((address) => ({ address, shut: shutAddress(address, reach) }));
  const open = found.find(({ shut }) => shut === undefined);
  if (open !== undefined) return open.address;
  const [{ address, shut }] = found as [(typeof found)[number]];
  throw new ToolFailure(`${host} is ${address}, ${shut?.why} (${shut?.rule})`, 'permission_denied');
}

function sameAddress(a: string, b: string): boolean {
  const plain = (address: string) =>
    address
      .replace(/^::ffff:/i, '')
      .replace(/%.*$/, '')
      .toLowerCase();
  return plain(a) === plain(b);
}
