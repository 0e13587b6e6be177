/** The one hash of the project. The only door to node:crypto's digests; it knows no domain. */
import { createHash } from 'node:crypto';

/** SHA-256 (FIPS 180-4) of bytes, or of a string's UTF-8, as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
