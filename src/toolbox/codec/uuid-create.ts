/** Tool `codec_uuid_create`: RFC 9562, versions 4 and 7, from the system's secure random source. */
import { randomBytes, randomUUID } from 'node:crypto';
import { integer } from '../arguments.ts';
import type { Json, JsonObject } from '../tool.ts';

export function run(args: JsonObject): Json {
  const count = integer(args, 'count');
  if (integer(args, 'version') === 4) return { uuids: Array.from({ length: count }, () => randomUUID()) };
  const now = Date.now();
  return { uuids: Array.from({ length: count }, (_, i) => version7(now, i)) };
}

/** Milliseconds, then twelve bits that count up within one call (RFC 9562, method 1), then chance. */
function version7(now: number, counter: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter & 0xfff), 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
