/** Where a catalog comes from: it may say that others wrote it, and nothing that it says makes it the one inside. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Json } from '../../src/capability/capability.ts';
import { createWorld } from '../../src/platform/world.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { CAPABILITIES, inputOf } from '../snapshot/catalog.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap origin '));
afterAll(() => rmSync(directory, { recursive: true }));

it.each<[Json, string]>([
  [{}, 'project'],
  [{ origin: 'imported' }, 'imported'],
  [{ origin: 'builtin' }, 'project'],
  [{ origin: ['imported'] }, 'project'],
  [{ origin: 'trusted' }, 'project'],
])('%j: %s', (meta, origin) => {
  const file = join(directory, 'x.snapshot');
  writeFileSync(file, writeSnapshot({ ...inputOf(CAPABILITIES), meta }));
  const { caller } = createWorld(
    file,
    () => Promise.reject(new Error('nothing runs')),
    () => NO_POLICY,
  );
  expect(caller.origin()).toBe(origin);
  expect(caller.trusted()).toBe(false);
});
