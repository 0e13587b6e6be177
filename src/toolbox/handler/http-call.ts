/**
 * The last step of an HTTP handler: makes the request that was frozen, to an address that was looked at, and reads the
 * answer up to a size. Which hosts, addresses and redirects are allowed comes with the request; it decides nothing.
 */
import type { IncomingMessage } from 'node:http';
import { readJson } from '../../run/evidence/parse-output.ts';
import { type CheckedRequest, exchangeOnce, readRequest } from '../network/checked-exchange.ts';
import { decodeBody, readBody } from '../network/response-body.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { cover } from './secret-cover.ts';

/** Statuses that send elsewhere; 303 and the like make a GET of anything, but only GET and HEAD are followed here. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers of an answer that a caller goes on with. */
const SHOWN_HEADERS = ['etag', 'last-modified', 'link', 'location', 'retry-after'];
/** The runner ends us when the call's time is over; this only keeps a timer from firing before. */
const LONGEST_MS = 3_600_000;

type Redirect = { readonly url: string; readonly status: number };

export async function run(args: JsonObject, { secrets = {} }: ToolIo): Promise<Json> {
  const hide = cover(Object.values(secrets));
  try {
    return hide.json(await call(readRequest(args, secrets)));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new ToolFailure(hide.text(error.message), error.reason, error.result && hide.json(error.result));
  }
}

async function call(first: CheckedRequest): Promise<Json> {
  const redirects: Redirect[] = [];
  let request = first;
  for (;;) {
    const { response, address } = await exchangeOnce(request);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!REDIRECTS.has(status) || location === undefined || first.redirects === 0) {
      return judge(first, { url: request.url, address, redirects }, response);
    }
    response.destroy();
    if (redirects.length >= first.redirects)
      throw new ToolFailure(`more than ${first.redirects} redirects, the last one to ${location}`);
    redirects.push({ url: request.url.href, status });
    request = redirected(first, request, location);
  }
}

/** The same request to where it was sent on; what was meant for the first host alone stays behind. */
function redirected(first: CheckedRequest, last: CheckedRequest, location: string): CheckedRequest {
  let url: URL;
  try {
    url = new URL(location, last.url);
  } catch {
    throw new ToolFailure(`the server sends on to something that is no URL: ${location}`);
  }
  if (last.url.protocol === 'https:' && url.protocol !== 'https:') {
    throw new ToolFailure(`the server sends on to an unencrypted address: ${url.origin}`);
  }
  url.username = '';
  url.password = '';
  const own = url.origin === first.url.origin;
  return { ...first, url, headers: own ? first.headers : first.headers.filter((header) => !header.personal) };
}

async function judge(
  request: CheckedRequest,
  { url, address, redirects }: { url: URL; address: string; redirects: readonly Redirect[] },
  response: IncomingMessage,
): Promise<Json> {
  const status = response.statusCode ?? 0;
  const found = await bodyOf(request, response);
  const empty = request.empty.includes(status);
  const result = {
    status,
    url: url.href,
    address,
    redirects: redirects.map((one) => ({ ...one })),
    headers: Object.fromEntries(
      SHOWN_HEADERS.flatMap((name) => {
        const value = response.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    ...found,
    empty,
  };
  const ok = request.ok === null ? status >= 200 && status <= 299 : request.ok.includes(status);
  if (!ok && !empty) {
    const words =
      response.statusMessage === undefined || response.statusMessage === '' ? '' : ` (${response.statusMessage})`;
    // A server that failed, or a gateway that lost it, may have done what was asked before.
    const unknown = request.changes && (status >= 500 || status === 408);
    throw new ToolFailure(`the server answered ${status}${words}`, unknown ? 'outcome_unknown' : 'failed', result);
  }
  if (request.format === 'json' && found.body === null && found.bytes > 0 && !empty) {
    const why = found.truncated ? `it is larger than ${request.maxBytes} bytes` : 'it is not JSON';
    throw new ToolFailure(`the server answered ${status}, and its body cannot be read: ${why}`, 'failed', result);
  }
  return result;
}

type Found = {
  readonly content_type: string | null;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly body: Json;
};

async function bodyOf(request: CheckedRequest, response: IncomingMessage): Promise<Found> {
  let body: Awaited<ReturnType<typeof readBody>>;
  try {
    body = await readBody(response, request.maxBytes, LONGEST_MS);
  } catch (error) {
    if (!request.changes) throw error;
    throw new ToolFailure(
      `${error instanceof Error ? error.message : String(error)}, after the status ${response.statusCode}`,
      'outcome_unknown',
    );
  }
  const { truncated } = body;
  const { type, text } = decodeBody(response.headers['content-type'], body);
  const said = { content_type: type, bytes: body.bytes.length, truncated };
  if (request.format === 'text') return { ...said, body: text };
  return { ...said, body: text === null || text === '' || truncated ? null : jsonOf(text) };
}

function jsonOf(text: string): Json {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}
