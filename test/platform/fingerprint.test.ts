/** What an executable is, by its bytes, while others touch its marks. */
import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fingerprintOf, isStill } from '../../src/platform/fingerprint.ts';
import type { Fingerprint } from '../../src/run/ports.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap fingerprint '));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a fingerprint', () => {
  it('is taken although somebody makes a link to the file meanwhile', async () => {
    const file = join(directory, 'program');
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    truncateSync(file, 64 * 1024 * 1024);
    const executable = { path: file, realPath: file };
    const undisturbed = await fingerprintOf(executable, undefined);
    const taken = fingerprintOf(executable, undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    linkSync(file, join(directory, 'other name'));
    expect((await taken)?.contentHash).toBe(undisturbed?.contentHash);
    expect(undisturbed?.contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('still holds behind another link or another time, and with the same bytes in its place, but not with a byte more', async () => {
    const file = join(directory, 'kept');
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    const executable = { path: file, realPath: file };
    const taken = (await fingerprintOf(executable, undefined)) as Fingerprint;
    expect(await isStill(executable, taken)).toBe(true);
    linkSync(file, join(directory, 'kept by another name'));
    expect(await isStill(executable, taken)).toBe(true);
    rmSync(file);
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    expect(await isStill(executable, taken)).toBe(true);
    writeFileSync(file, '#!/bin/sh\n\n', { mode: 0o755 });
    expect(await isStill(executable, taken)).toBe(false);
    rmSync(file);
    expect(await isStill(executable, taken)).toBe(false);
  });

  // What a process has read stands in /proc; the file is node's own, which nobody has written to for a while.
  it.runIf(process.platform === 'linux')('reads the bytes of a program once a process', async () => {
    const read = () => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
    const executable = { path: process.execPath, realPath: process.execPath };
    const { size } = statSync(process.execPath);
    const before = read();
    const first = await fingerprintOf(executable, undefined);
    const between = read();
    expect(between - before).toBeGreaterThanOrEqual(size);
    expect(await fingerprintOf(executable, directory)).toEqual(first);
    expect(read() - between).toBeLessThan(size / 10);
  });

  it('of what is not there is none', async () => {
    const file = join(directory, 'nothing');
    expect(await fingerprintOf({ path: file, realPath: file }, undefined)).toBeUndefined();
  });
});
