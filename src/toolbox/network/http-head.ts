/**
 * Tool `network_http_head`: status and headers of a URL, without its body.
 */
import { flag, optionalInteger, text } from '../arguments.ts';
import type { Json, JsonObject } from '../tool.ts';
import { exchange, headersOf, presentExchange } from './http-request.ts';

/** Arguments: `url`, `headers`, `follow_redirects` (true), `max_redirects` (10), `verify_certificate` (true), `timeout_ms` (15000). */
export async function run(args: JsonObject): Promise<Json> {
  const done = await exchange({
    method: 'HEAD',
    url: text(args, 'url'),
    headers: headersOf(args),
    acceptEncoding: 'gzip, deflate, br',
    followRedirects: flag(args, 'follow_redirects', true),
    maxRedirects: optionalInteger(args, 'max_redirects') ?? 10,
    verifyCertificate: flag(args, 'verify_certificate', true),
    timeoutMs: optionalInteger(args, 'timeout_ms') ?? 15_000,
  });
  done.response.destroy();
  return presentExchange(done);
}
