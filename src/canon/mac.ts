/** Keyed hashes: who knows the key can make and check them, nobody else. It knows no domain and keeps no key. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 (RFC 2104) of a string's UTF-8 under `key`, as 64 lower-case hex digits. */
export function hmacSha256Hex(key: Uint8Array, data: string): string {
  return createHmac('sha256', key).update(data).digest('hex');
}

/** Whether two digests are equal, in a time that says nothing about where they differ. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
