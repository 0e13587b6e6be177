/**
 * Tool `network_http_get`: a page or interface with its body, as text or JSON, up to a size.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { flag, optionalInteger, text } from './arguments.ts';
import { exchange, headersOf, presentExchange } from './network/http-request.ts';
import { type Json, type JsonObject, ToolFailure } from './tool.ts';

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
  return { ...presentExchange(done), ...describe(done.response.headers['content-type'], body) };
}

type Body = { readonly bytes: Buffer; readonly truncated: boolean };

/** Counts unpacked bytes, so that a small answer cannot grow without bounds. */
async function readBody(response: IncomingMessage, limit: number, timeoutMs: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  const stream = unpack(response);
  const timer = setTimeout(
    () => response.destroy(new ToolFailure('the body did not come within the time')),
    Math.max(1, timeoutMs),
  );
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, limit - size));
      size += bytes.length;
      if (size > limit) {
        truncated = true;
        break;
      }
    }
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(`the body broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks), truncated };
}

function unpack(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return response;
  const unpacker =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (unpacker === undefined) throw new ToolFailure(`the body is packed as ${encoding}`, 'not_supported');
  // Errors of either reach whoever reads the unpacker.
  pipeline(response, unpacker, () => {});
  return unpacker;
}

/** The fields of the answer that tell of the body. */
export function describe(contentType: string | undefined, body: Body): { [key: string]: Json } {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() || null;
  const facts = { content_type: type, bytes: body.bytes.length, truncated: body.truncated };
  const charset = isText(type, body.bytes) ? charsetOf(contentType ?? '', type, body.bytes) : null;
  if (charset === null) return { ...facts, charset: null, text: null };
  // A character that the limit cut in two is left out, not shown as a broken one.
  const decoded = new TextDecoder(charset).decode(body.bytes, { stream: body.truncated });
  const json = body.truncated || !isJson(type) ? undefined : parse(decoded);
  return json === undefined ? { ...facts, charset, text: decoded } : { ...facts, charset, text: null, json };
}

function isJson(type: string | null): boolean {
  return type !== null && /^application\/json$|^text\/json$|\+json$/.test(type);
}

function isText(type: string | null, bytes: Buffer): boolean {
  if (type !== null && /^text\/|[/+](json|xml|yaml|toml|csv|javascript|ecmascript|x-www-form-urlencoded)$/.test(type)) {
    return true;
  }
  if (type !== null && type !== 'application/octet-stream') return false;
  // Nobody says what it is: text has no NUL and is valid UTF-8, apart from a character cut at the end.
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A byte order mark wins, then the header, then what a page says of itself; UTF-8 where nothing or nonsense is said. */
function charsetOf(contentType: string, type: string | null, bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const said = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  // Pages say it within the first 1024 bytes, as HTML asks for.
  const inPage =
    type === 'text/html'
      ? /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1]
      : undefined;
  for (const label of [said, inPage]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // An encoding that does not exist.
    }
  }
  return 'utf-8';
}

function parse(decoded: string): Json | undefined {
  try {
    return JSON.parse(decoded) as Json;
  } catch {
    return undefined;
  }
}
