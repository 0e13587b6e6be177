/**
 * Tool `network_http_get`: a page or interface with its body, as text or JSON, up to a size.
 */
import { flag, optionalInteger, text } from '../arguments.ts';
import { cover } from '../handler/secret-cover.ts';
import type { Json, JsonObject } from '../tool.ts';
import { exchange, headersOf, presentExchange } from './http-request.ts';
import { type Body, decodeBody, readBody } from './response-body.ts';

/**
 * Arguments: `url`, `headers`, `max_bytes` (1000000), `follow_redirects` (true), `max_redirects` (10),
 * `verify_certificate` (true), `timeout_ms` (30000).
 */
export async function run(args: JsonObject): Promise<Json> {
  const timeout = optionalInteger(args, 'timeout_ms') ?? 30_000;
  const start = performance.now();
  const done = await exchange({
    method: 'GET',
    url: text(args, 'url'),
    headers: headersOf(args),
    acceptEncoding: 'gzip, deflate, br',
    followRedirects: flag(args, 'follow_redirects', true),
    maxRedirects: optionalInteger(args, 'max_redirects') ?? 10,
    verifyCertificate: flag(args, 'verify_certificate', true),
    timeoutMs: timeout,
  });
  const left = timeout - (performance.now() - start);
  const limit = optionalInteger(args, 'max_bytes') ?? 1_000_000;
  const body = await readBody(done.response, limit, left);
  const found = describe(done.response.headers['content-type'], body);
  const hide = cover(done.secrets);
  const said =
    body.truncated && typeof found.text === 'string' ? { ...found, text: hide.beginning(found.text) } : found;
  return { ...presentExchange(done), ...(hide.json(said) as JsonObject) };
}

/** The fields of the answer that tell of the body. */
export function describe(contentType: string | undefined, body: Body): { [key: string]: Json } {
  const { type, charset, text: decoded } = decodeBody(contentType, body);
  const facts = { content_type: type, bytes: body.bytes.length, truncated: body.truncated };
  if (decoded === null) return { ...facts, charset: null, text: null };
  const json = body.truncated || !isJson(type) ? undefined : parse(decoded);
  return json === undefined ? { ...facts, charset, text: decoded } : { ...facts, charset, text: null, json };
}

function isJson(type: string | null): boolean {
  return type !== null && /^application\/json$|^text\/json$|\+json$/.test(type);
}

function parse(decoded: string): Json | undefined {
  try {
    return JSON.parse(decoded) as Json;
  } catch {
    return undefined;
  }
}
