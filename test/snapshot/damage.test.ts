import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/reason/refusal.ts';
import { SnapshotDamaged } from '../../src/snapshot/damaged.ts';
import { BLOCK_BYTES, FORMAT_VERSION, HEADER } from '../../src/snapshot/layout.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { type ByteSource, bytesSource } from '../../src/snapshot/source.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { capabilityOf, inputOf, QUESTIONS, smallSnapshot } from './catalog.ts';

/** Each question's answer as text, 'damaged' where it met damage, or the reason for which opening was refused. */
function answers(source: ByteSource): string[] | string {
  const snapshot = openSnapshot(source);
  if (isRefusal(snapshot)) return snapshot.reason;
  return Object.values(QUESTIONS).map((question) => {
    try {
      return JSON.stringify(question(snapshot));
    } catch (error) {
      if (error instanceof SnapshotDamaged) return 'damaged';
      throw error;
    }
  });
}

const REFUSALS = ['snapshot_damaged', 'snapshot_version', 'snapshot_fingerprint'];

/** A source as a file gives it: each read a copy, nothing resident. */
function copying(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { byteLength: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

describe('one flipped byte', () => {
  test('of a small snapshot: refused, or met, or without any effect', () => {
    const bytes = smallSnapshot();
    const whole = answers(bytesSource(bytes)) as string[];
    let unopened = 0;
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 1 << ((at * 5) % 8);
      const now = answers(at % 2 === 0 ? bytesSource(bytes) : copying(bytes));
      bytes[at]! ^= 1 << ((at * 5) % 8);
      if (typeof now === 'string') {
        expect(REFUSALS).toContain(now);
        unopened++;
        continue;
      }
      for (const [i, answer] of now.entries()) expect([whole[i], 'damaged']).toContain(answer);
      expect(now).toContain('damaged');
    }
    expect(unopened).toBeGreaterThan(1000);
    expect(unopened).toBeLessThan(bytes.length);
  });

  test('is found by verify wherever it is, and spoils only what touches its block', () => {
    const many = Array.from({ length: 150 }, (_, i) => capabilityOf(`p.c${1000 + i}`, `查询${i}`, `port log ${i}`));
    const bytes = writeSnapshot(inputOf([capabilityOf('git.log', '记录', 'log'), ...many]));
    const whole = answers(bytesSource(bytes)) as string[];
    const head = new Uint32Array(bytes.buffer)[HEADER.headBytes] as number;
    expect(bytes.length - head).toBeGreaterThan(2 * BLOCK_BYTES);
    let partly = 0;
    for (let at = head; at < bytes.length; at += 509) {
      bytes[at]! ^= 0x10;
      const snapshot = openSnapshot(bytesSource(bytes));
      if (isRefusal(snapshot)) throw new Error('the head is whole');
      const block = Math.floor((at - head) / BLOCK_BYTES);
      expect(() => snapshot.verify()).toThrow(expect.objectContaining({ name: 'SnapshotDamaged', block }));
      const now = answers(copying(bytes)) as string[];
      for (const [i, answer] of now.entries()) expect([whole[i], 'damaged']).toContain(answer);
      if (now.includes('damaged') && now.some((answer) => answer !== 'damaged')) partly++;
      bytes[at]! ^= 0x10;
    }
    expect(partly).toBeGreaterThan(0);
  });
});

describe('larger damage', () => {
  const bytes = smallSnapshot();

  test('truncation at every length is refused', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(answers(bytesSource(bytes.slice(0, length)))).toBe('snapshot_damaged');
    }
  });

  test('bytes behind the end are refused', () => {
    const longer = new Uint8Array(bytes.length + 64);
    longer.set(bytes);
    expect(answers(bytesSource(longer))).toBe('snapshot_damaged');
  });

  test('a file that shrinks after it was opened is met', () => {
    const head = new Uint32Array(bytes.buffer)[HEADER.headBytes] as number;
    const source: ByteSource = {
      byteLength: bytes.length,
      read: (offset, length) => bytes.slice(offset, Math.min(offset + length, head + 10)),
    };
    expect(answers(source)).toContain('damaged');
  });

  test('blocks that changed places are met', () => {
    const many = Array.from({ length: 150 }, (_, i) => capabilityOf(`p.c${1000 + i}`, `查询${i}`, `port log ${i}`));
    const large = writeSnapshot(inputOf(many));
    const head = new Uint32Array(large.buffer)[HEADER.headBytes] as number;
    const first = large.slice(head, head + BLOCK_BYTES);
    large.copyWithin(head, head + BLOCK_BYTES, head + 2 * BLOCK_BYTES);
    large.set(first, head + BLOCK_BYTES);
    const snapshot = openSnapshot(bytesSource(large));
    if (isRefusal(snapshot)) throw new Error('the head is whole');
    expect(() => snapshot.verify()).toThrow(SnapshotDamaged);
  });
});

describe('a snapshot of another make', () => {
  test('another format version is named', () => {
    const bytes = smallSnapshot();
    new Uint32Array(bytes.buffer)[HEADER.formatVersion] = FORMAT_VERSION + 1;
    expect(openSnapshot(bytesSource(bytes))).toMatchObject({
      reason: 'snapshot_version',
      expected: String(FORMAT_VERSION),
      received: String(FORMAT_VERSION + 1),
    });
  });

  test('another analyzer is named', () => {
    const bytes = writeSnapshot({ ...inputOf(), fingerprint: 'other/1' });
    expect(openSnapshot(bytesSource(bytes))).toMatchObject({ reason: 'snapshot_fingerprint', received: 'other/1' });
    expect(isRefusal(openSnapshot(bytesSource(bytes), 'other/1'))).toBe(false);
  });

  test('another kind of file is refused', () => {
    expect(answers(bytesSource(new Uint8Array(4096)))).toBe('snapshot_damaged');
    expect(answers(bytesSource(new TextEncoder().encode('id: git\n'.repeat(100)) as Uint8Array<ArrayBuffer>))).toBe(
      'snapshot_damaged',
    );
  });
});
