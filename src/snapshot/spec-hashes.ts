/**
 * One hash for each capability, made when the catalog is compiled: over everything that a caller can see or feel of it,
 * whatever part of that one answer shows. Stored, because loading a hash function would cost a cold inspection 6 ms.
 */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Capability } from '../capability/capability.ts';
import { surfaceOf } from '../capability/surface.ts';
import type { SectionViews } from '../fulltext/section-view.ts';
import type { SectionData } from './layout.ts';

const SECTION = 'contracts.hashes';
const BYTES = 32;

/** `contracts.hashes` (u8): SHA-256 by document, 32 bytes each. */
export function specHashSection(capabilities: readonly Capability[]): SectionData {
  const data = new Uint8Array(capabilities.length * BYTES);
  capabilities.forEach((capability, doc) => {
    data.set(Buffer.from(sha256Hex(canonicalJson(surfaceOf(capability))), 'hex'), doc * BYTES);
  });
  return { name: SECTION, type: 'u8', data };
}

/** The hash of a document as 64 lower-case hexadecimal digits. */
export function readSpecHash(sections: SectionViews, doc: number): string {
  const { buffer, byteOffset, length } = sections.bytes(SECTION).slice(doc * BYTES, (doc + 1) * BYTES);
  return Buffer.from(buffer, byteOffset, length).toString('hex');
}
