/** Stage 6: hashes over what was read and over what a caller sees, then the bytes of the snapshot. No clock, no machine. */

import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Capability, Json } from '../capability/capability.ts';
import { surfaceOf } from '../capability/surface.ts';
import type { KeyEntry } from '../snapshot/keys.ts';
import { writeSnapshot } from '../snapshot/write.ts';
import { ANALYZER_FINGERPRINT } from '../text/fingerprint.ts';
import type { NumericSection } from '../text/views.ts';
import { compare, type SourceFile } from './diagnostic.ts';
import { decodeText } from './parse.ts';

export type Sealed = {
  readonly snapshot: Uint8Array<ArrayBuffer>;
  readonly sourceHash: string;
  readonly surfaceHash: string;
};

export type SealInput = {
  readonly sourceHash: string;
  readonly capabilities: readonly Capability[];
  readonly keys: readonly KeyEntry[];
  readonly lexical: readonly NumericSection[];
  readonly dictionary?: readonly NumericSection[];
  readonly meta?: Json;
};

export function seal(input: SealInput): Sealed {
  const surfaceHash = hashSurface(input.capabilities);
  const snapshot = writeSnapshot({ ...input, surfaceHash, fingerprint: ANALYZER_FINGERPRINT });
  return { snapshot, sourceHash: input.sourceHash, surfaceHash };
}

/**
 * Over paths and texts in the order of root and path. Line ends and a BOM do not count, so that a checkout on another
 * system hashes the same; every other character does, comments too.
 */
export function hashSources(sources: readonly SourceFile[]): string {
  const parts = sources
    .map(({ root = 0, path, bytes }) => ({ root, path, bytes }))
    .sort((a, b) => a.root - b.root || compare(a.path, b.path))
    .map(({ root, path, bytes }) => {
      const text = decodeText(bytes);
      return [root, path, typeof text === 'string' ? sha256Hex(text) : sha256Hex(bytes)];
    });
  return sha256Hex(canonicalJson(parts));
}

/** Over the visible part of every capability, in the order of the ids. */
export function hashSurface(capabilities: readonly Capability[]): string {
  return sha256Hex(canonicalJson(capabilities.map(surfaceOf)));
}
