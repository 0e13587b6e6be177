/**
 * The last step of an HTTP handler: makes the request that was frozen, to an address that was looked at, and reads the
 * answer up to a size. Which hosts, addresses and redirects are allowed comes with the request; it decides nothing. Of a
 * change only what came to nobody, and what the server says it refuses (4xx), did not happen.
 */
import type { IncomingMessage } from 'node:http';
import { readJson } from '../../run/evidence/read-json.ts';
import { beforeSending, type CheckedRequest, exchangeOnce, readRequest } from '../network/checked-exchange.ts';
import { decodeBody, readBody } from '../network/response-body.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { afterSending } from './after-sending.ts';
import { type Cover, cover } from './secret-cover.ts';

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
    return hide.json(await call(await beforeSending(() => readRequest(args, secrets)), hide));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new ToolFailure(hide.text(error.message), error.reason, error.result && hide.json(error.result));
  }
}

async function call(request: CheckedRequest, hide: Cover): Promise<Json> {
  const first = await exchangeOnce(request);
  const { changes } = request;
  const last = await afterSending(changes, () => follow(request, first));
  const { statusCode } = last.response;
  const found = await afterSending(
    changes,
    () => bodyOf(request, last.response, hide),
    `, after the status ${statusCode}`,
  );
  return judge(request, last, found);
}

type Answered = {
  readonly url: URL;
  readonly address: string;
  readonly redirects: readonly Redirect[];
  readonly response: IncomingMessage;
};

async function follow(first: CheckedRequest, answer: Awaited<ReturnType<typeof exchangeOnce>>): Promise<Answered> {
  const redirects: Redirect[] = [];
  let request = first;
  let { response, address } = answer;
  for (;;) {
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!REDIRECTS.has(status) || location === undefined || first.redirects === 0) {
      return { url: request.url, address, redirects, response };
    }
    response.destroy();
    if (redirects.length >= first.redirects)
      throw new ToolFailure(`more than ${first.redirects} redirects, the last one to ${location}`);
    redirects.push({ url: request.url.href, status });
    request = redirected(first, request, location);
    ({ response, address } = await exchangeOnce(request).catch(afterAnother));
  }
}

/** What is not sent on or does not arrive there follows upon a request that arrived. */
function afterAnother(error: unknown): never {
  const before = error instanceof ToolFailure && ['not_sent', 'unreachable', 'no_answer'].includes(error.reason);
  throw before ? new ToolFailure(error.message, 'failed', error.result) : error;
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

function judge(request: CheckedRequest, { url, address, redirects, response }: Answered, found: Found): Json {
  const status = response.statusCode ?? 0;
  const { unread, ...body } = found;
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
    ...body,
    ...(unread === undefined ? {} : { body_problem: unread }),
    empty,
  };
  const ok = request.ok === null ? status >= 200 && status <= 299 : request.ok.includes(status);
  if (!ok && !empty) {
    const words =
      response.statusMessage === undefined || response.statusMessage === '' ? '' : ` (${response.statusMessage})`;
    throw new ToolFailure(`the server answered ${status}${words}`, refusedWith(status, request), result);
  }
  // Of a change that was done this is a matter of what is known about it.
  if (unread !== undefined && !empty && !request.changes) {
    throw new ToolFailure(`the server answered ${status}, and its body cannot be read: ${unread}`, 'failed', result);
  }
  return result;
}

/** A 4xx says that it was not done, save the one of a server that lost patience; whatever else is unwanted may have been. */
function refusedWith(status: number, { changes }: CheckedRequest): 'failed' | 'outcome_unknown' {
  return changes && !(status >= 400 && status <= 499 && status !== 408) ? 'outcome_unknown' : 'failed';
}

type Found = {
  readonly content_type: string | null;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly body: Json;
  /** Why there is no body although one came, as a sentence that begins with "it". */
  readonly unread?: string;
};

/** Levels of the result around the body of an answer. */
const LEVELS_ABOVE = 2;

async function bodyOf({ maxBytes, format }: CheckedRequest, response: IncomingMessage, hide: Cover): Promise<Found> {
  const read = await readBody(response, maxBytes, LONGEST_MS);
  const { truncated } = read;
  const { type, text } = decodeBody(response.headers['content-type'], read);
  const said = { content_type: type, bytes: read.bytes.length, truncated };
  if (format === 'text') return { ...said, body: truncated && text !== null ? hide.beginning(text) : text };
  if (read.bytes.length === 0) return { ...said, body: null };
  if (truncated) return { ...said, body: null, unread: `it is larger than ${maxBytes} bytes` };
  const json = readJson(text ?? '', LEVELS_ABOVE);
  return json.kind === 'json' ? { ...said, body: json.value } : { ...said, body: null, unread: json.why };
}
