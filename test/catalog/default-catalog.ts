/**
 * The default catalog out of the snapshot that the build has made of these sources: to compile it anew takes three seconds
 * of work, in each test file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/build/root.ts';
import type { Capability } from '../../src/capability/capability.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';

let opened: Snapshot | undefined;

export function defaultCatalog(): Snapshot {
  opened ??= open(defaultBytes());
  return opened;
}

export function defaultBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(DIST, 'default.snapshot')));
}

/** All of it, by ascending id. */
export function defaultCapabilities(): Capability[] {
  const catalog = defaultCatalog();
  return Array.from({ length: catalog.count }, (_, doc) => catalog.contract(doc));
}

/** One of it, made anew each time. */
export function loadCapability(id: string): Capability {
  const doc = defaultCatalog().find(id);
  if (doc < 0) throw new Error(`the default catalog has no ${id}`);
  return defaultCatalog().contract(doc);
}

function open(bytes: Uint8Array<ArrayBuffer>): Snapshot {
  const snapshot = openSnapshot(bytesSource(bytes));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}
