/** Tool `codec_jwt_decode`: what a token says of itself. Nothing is verified: that needs the key. */
import { text } from '../arguments.ts';
import { toValue } from '../data/json-parse.ts';
import { readJson } from '../data/json-read.ts';
import { isoTime } from '../file/entry.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';
import { fromBase64 } from './base64.ts';

export function run(args: JsonObject): Json {
  const token = text(args, 'token')
    .trim()
    .replace(/^bearer\s+/i, '');
  const parts = token.split('.');
  if (parts.length === 5)
    throw new ToolFailure('this token is encrypted (five parts): only its key opens it', 'not_supported');
  if (parts.length !== 3)
    throw new ToolFailure(`a JWT has three parts with dots, this has ${parts.length}`, 'invalid_arguments');
  const header = partOf(parts[0]!, 'header');
  const payload = partOf(parts[1]!, 'payload');
  const expires = numberIn(payload, 'exp');
  return {
    header,
    payload,
    algorithm: typeof header.alg === 'string' ? header.alg : null,
    issued_at: momentOf(numberIn(payload, 'iat')),
    not_before: momentOf(numberIn(payload, 'nbf')),
    expires_at: momentOf(expires),
    expired: expires === undefined ? null : Date.now() >= expires * 1000,
    signature_verified: false,
  };
}

function partOf(part: string, what: string): JsonObject {
  const value = toValue(readJson(fromBase64(part).toString('utf8'), `the ${what} of the token`));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new ToolFailure(`the ${what} of the token is no JSON object`, 'invalid_arguments');
}

function numberIn(payload: JsonObject, name: string): number | undefined {
  const value = payload[name];
  return typeof value === 'number' ? value : undefined;
}

function momentOf(seconds: number | undefined): string | null {
  return seconds === undefined ? null : isoTime(seconds * 1000) || null;
}
