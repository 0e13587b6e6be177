/**
 * One HTTP exchange with redirects, proxy and time limit; the body is left to the caller. It knows no tool and no file.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { coverAddresses, secretsOfAddress } from '../../audit/address-secrets.ts';
import { namesSecret } from '../../audit/secret-names.ts';
import { cover } from '../handler/secret-cover.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';
import { maskPasswords, proxyFor } from './proxy.ts';
import { checkReach, lookupWithin, type Reach, reachOfRedirect, scopeOfAnswer } from './redirect-reach.ts';
import { trustedAuthorities } from './trust.ts';

export type Header = { readonly name: string; readonly value: string };

export type RequestOptions = {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  readonly headers: readonly Header[];
  /** What the caller can unpack, such as "gzip, br"; "identity": the bytes as they are. */
  readonly acceptEncoding: string;
  /** 0: a redirect is the answer. */
  readonly maxRedirects: number;
  /** False: a redirect is the answer, too; true: one too many is a failure. */
  readonly followRedirects: boolean;
  readonly verifyCertificate: boolean;
  /** Milliseconds until headers are there, all redirects included. */
  readonly timeoutMs: number;
};

export type Redirect = { url: string; status: number; location: string };

export type Exchange = {
  readonly url: URL;
  readonly response: http.IncomingMessage;
  readonly redirects: readonly Redirect[];
  readonly address: string | null;
  readonly proxy: string | null;
  readonly milliseconds: number;
  /** What the request had to keep to itself; servers repeat it. */
  readonly secrets: readonly string[];
};

/** What a redirect to another origin carries: anything else may have been meant for the first alone. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'user-agent']);
/** Characters of a secret that are looked for in what comes back: shorter ones could be any text. */
const FEWEST_COVERED = 6;
const COVER = '***';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Some servers refuse requests without one. */
const USER_AGENT = 'cap';

/** Throws ToolFailure when no answer comes; any status is an answer. */
export async function exchange(options: RequestOptions): Promise<Exchange> {
  const start = performance.now();
  const redirects: Redirect[] = [];
  let url = parseUrl(options.url);
  let headers = options.headers;
  let reach: Reach | undefined;
  for (;;) {
    const left = options.timeoutMs - (performance.now() - start);
    const { response, proxy } = await once(url, { ...options, headers }, left, reach);
    const address = response.socket.remoteAddress ?? null;
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (!REDIRECTS.has(status) || location === undefined || !options.followRedirects) {
      const milliseconds = Math.round(performance.now() - start);
      return { url, response, redirects, address, proxy, milliseconds, secrets: secretsOf(options) };
    }
    response.destroy();
    if (redirects.length >= options.maxRedirects) {
      throw new ToolFailure(`more than ${options.maxRedirects} redirects, the last one from ${shown(url)}`);
    }
    const next = parseUrl(location, url);
    redirects.push({ url: shown(url), status, location: shown(next) });
    if (next.origin !== url.origin) headers = headers.filter(({ name }) => HARMLESS_HEADERS.has(name.toLowerCase()));
    reach = reachOfRedirect(await scopeOfAnswer(url, proxy === null ? address : null), url, next);
    url = next;
  }
}

/** The URL as it may be shown. */
export function shown(url: URL): string {
  return coverAddresses(url.href, COVER);
}

/** As a text, and what is Base64 in it, which says the same. */
function secretsOf({ url, headers }: RequestOptions): string[] {
  const sent = headers
    .filter(({ name }) => namesSecret(name))
    .flatMap(({ value }) => [value, ...value.split(/[\s;,=]+/)]);
  return [...secretsOfAddress(url), ...sent].filter((secret) => secret.length >= FEWEST_COVERED);
}

function parseUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new ToolFailure(`"${coverAddresses(text, COVER)}" is no URL`, 'invalid_arguments');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ToolFailure(`${url.protocol} is not fetched, only http and https`, 'not_supported');
  }
  return url;
}

async function once(
  url: URL,
  options: RequestOptions,
  timeoutMs: number,
  reach: Reach | undefined,
): Promise<{ response: http.IncomingMessage; proxy: string | null }> {
  const secure = url.protocol === 'https:';
  const { proxy } = proxyFor(url, process.env);
  if (reach !== undefined) await checkReach(url, reach, proxy !== null);
  const environment = proxy === null ? undefined : proxyEnvironment(proxy);
  const authorities = trustedAuthorities();
  const agent = secure ? new https.Agent({ proxyEnv: environment }) : new http.Agent({ proxyEnv: environment });
  const headers: http.OutgoingHttpHeaders = {
    'user-agent': USER_AGENT,
    accept: '*/*',
    'accept-encoding': options.acceptEncoding,
  };
  for (const { name, value } of options.headers) {
    const before = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = Array.isArray(before) ? [...before, value] : value;
  }
  const request = (secure ? https : http).request(url, {
    method: options.method,
    agent,
    headers,
    rejectUnauthorized: options.verifyCertificate,
    ...(reach === undefined || proxy !== null ? {} : { lookup: lookupWithin(reach) }),
    ...(authorities === undefined ? {} : { ca: authorities }),
  });
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        request.destroy(new ToolFailure(`${shown(url)} did not answer within ${options.timeoutMs} ms`, 'no_answer')),
      Math.max(1, timeoutMs),
    );
    request.once('response', (response) => {
      clearTimeout(timer);
      resolve({ response, proxy: proxy === null ? null : maskPasswords(proxy) });
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(error instanceof ToolFailure ? error : failureOf(error, url));
    });
    request.end();
  });
}

/** Agents take proxies from variables; only those of this request are handed on. Older Node.js would go past them silently. */
function proxyEnvironment(proxy: string): { http_proxy: string; https_proxy: string } {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const able = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  if (!able || !/^https?:/i.test(full)) {
    throw new ToolFailure(`the proxy ${maskPasswords(proxy)} cannot be used here`, 'not_supported');
  }
  return { http_proxy: full, https_proxy: full };
}

const MEANINGS: { readonly [code: string]: string } = {
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken off',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
};

function failureOf(error: NodeJS.ErrnoException, url: URL): ToolFailure {
  const code = error.code ?? '';
  const meaning = MEANINGS[code] ?? error.message;
  return new ToolFailure(`${shown(url)}: ${meaning}${code === '' ? '' : ` (${code})`}`, 'no_answer');
}

/** The headers as they came, in order, names in lower case. */
export function headerList(response: http.IncomingMessage): Header[] {
  const list: Header[] = [];
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
    list.push({ name: (response.rawHeaders[i] ?? '').toLowerCase(), value: response.rawHeaders[i + 1] ?? '' });
  }
  return list;
}

/** The argument `headers`: a list of {name, value}. */
export function headersOf(args: JsonObject): Header[] {
  const { headers } = args;
  if (headers === undefined) return [];
  if (!Array.isArray(headers)) throw new ToolFailure('argument "headers" must be a list', 'invalid_arguments');
  return headers.map((header: Json) => {
    const { name, value } = (header ?? {}) as { readonly name?: Json; readonly value?: Json };
    if (typeof name !== 'string' || typeof value !== 'string') {
      throw new ToolFailure('each header has a name and a value', 'invalid_arguments');
    }
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch {
      throw new ToolFailure(`the header ${JSON.stringify(name)} cannot be sent`, 'invalid_arguments');
    }
    return { name, value };
  });
}

/** What every answer shows of an exchange. */
export function presentExchange(done: Exchange): { [key: string]: Json } {
  const hide = cover(done.secrets);
  return {
    url: hide.text(shown(done.url)),
    status: done.response.statusCode ?? 0,
    status_text: done.response.statusMessage ?? '',
    http_version: done.response.httpVersion,
    headers: hide.json(headerList(done.response)),
    redirects: hide.json(done.redirects),
    address: done.address,
    proxy: done.proxy,
    milliseconds: done.milliseconds,
  };
}
