import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/reason/refusal.ts';
import { FLAGS } from '../../src/snapshot/columns.ts';
import { BLOCK_BYTES } from '../../src/snapshot/layout.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/read.ts';
import { type ByteSource, bytesSource } from '../../src/snapshot/source.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { CAPABILITIES, capabilityOf, inputOf, QUESTIONS, smallSnapshot } from './catalog.ts';

function open(source: ByteSource): Snapshot {
  const snapshot = openSnapshot(source);
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}

describe('a snapshot gives back what was written', () => {
  const snapshot = open(bytesSource(smallSnapshot()));

  test('hashes, count, ids, contracts and cards', () => {
    expect([snapshot.sourceHash, snapshot.surfaceHash, snapshot.count]).toEqual(['a1'.repeat(32), 'b2'.repeat(32), 4]);
    CAPABILITIES.forEach((capability, doc) => {
      expect([snapshot.id(doc), snapshot.find(capability.id)]).toEqual([capability.id, doc]);
      expect(snapshot.contract(doc)).toEqual(capability);
      const { title, summary, riskLevel, pack } = capability;
      expect(snapshot.card(doc)).toMatchObject({ id: capability.id, title, summary, riskLevel, pack });
      expect(snapshot.card(doc).parameters).toEqual(['port', 'all']);
    });
    expect(snapshot.find('git.nothing')).toBe(-1);
  });

  test('columns, names and children', () => {
    const { columns, products, packs } = snapshot;
    expect([0, 1, 2, 3].map((doc) => columns.type.at(doc))).toEqual([2, 0, 0, 0]);
    expect([0, 1, 2, 3].map((doc) => columns.sideEffect.at(doc))).toEqual([0, 3, 0, 0]);
    expect([0, 1, 2, 3].map((doc) => columns.risk.at(doc))).toEqual([0, 3, 0, 0]);
    expect([0, 1, 2, 3].map((doc) => columns.osMask.at(doc))).toEqual([0b101, 0, 0, 0b1]);
    expect([0, 1, 2, 3].map((doc) => columns.flags.at(doc))).toEqual(Array(4).fill(FLAGS.HAS_ZH | FLAGS.HAS_EN));
    expect([0, 1, 2, 3].map((doc) => products.at(columns.product.at(doc)))).toEqual(['git', 'git', 'git', 'system']);
    expect([0, 1, 2, 3].map((doc) => packs.at(columns.pack.at(doc)))).toEqual(['', 'git', 'git', 'system.port']);
    expect(['', 'git', 'system.port', 'system'].map((pack) => snapshot.children(pack))).toEqual([[0], [1, 2], [3], []]);
    expect(snapshot.ids.prefixRange('git.')).toEqual({ from: 1, to: 3 });
  });

  test('keys, strongest kind first', () => {
    expect(snapshot.keys.lookup('git')).toEqual(['id', 'cli_path', 'suffix'].map((kind) => ({ doc: 0, kind })));
    expect(snapshot.keys.lookup('who')).toEqual([{ doc: 3, kind: 'suffix' }]);
    expect(snapshot.keys.lookup('')).toEqual([]);
  });

  test('the dictionary, the meta facts, and every byte verified', () => {
    expect(QUESTIONS.words!(snapshot)).toEqual([['查询', '端口'], '记'.charCodeAt(0)]);
    expect(snapshot.meta).toEqual({ calibration: [1, 2] });
    expect(() => snapshot.verify()).not.toThrow();
  });
});

test('an empty catalog is a snapshot too', () => {
  const snapshot = open(bytesSource(writeSnapshot(inputOf([]))));
  expect([snapshot.count, snapshot.find('git'), snapshot.children('')]).toEqual([0, -1, []]);
  expect([snapshot.keys.lookup('git'), snapshot.lexical.vocabularySize]).toEqual([[], 0]);
});

test('the same input gives the same bytes', () => {
  expect(Buffer.compare(smallSnapshot(), smallSnapshot())).toBe(0);
  const reversed = { ...inputOf(), keys: [...inputOf().keys].reverse() };
  expect(Buffer.compare(writeSnapshot(reversed), smallSnapshot())).toBe(0);
});

test('what breaks the order of documents is a fault of the compiler', () => {
  expect(() => writeSnapshot(inputOf([...CAPABILITIES].reverse()))).toThrow(RangeError);
  expect(() => writeSnapshot({ ...inputOf(), keys: [{ key: 'x', doc: 4, kind: 'id' }] })).toThrow(RangeError);
  expect(() => writeSnapshot({ ...inputOf(), fingerprint: 'x'.repeat(65) })).toThrow(RangeError);
});

describe('wherever the bytes come from', () => {
  /** Two hundred capabilities: several blocks. */
  const many = Array.from({ length: 200 }, (_, i) => {
    return capabilityOf(`pack.c${String(i).padStart(3, '0')}`, `查询端口${i}`, `port ${i} ${'text '.repeat(i % 40)}`);
  });
  const bytes = writeSnapshot(inputOf(many));
  const ask = (snapshot: Snapshot): string => {
    const docs = Array.from({ length: snapshot.count }, (_, doc) => [snapshot.card(doc), snapshot.contract(doc)]);
    return JSON.stringify([
      Object.entries(QUESTIONS)
        .filter(([name]) => name !== 'inspect')
        .map(([, q]) => q(snapshot)),
      docs,
    ]);
  };
  const expected = ask(open(bytesSource(bytes)));

  test('a buffer that begins at an odd place reads the same', () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(ask(open(bytesSource(shifted.subarray(1))))).toBe(expected);
  });

  test('a file read piece by piece reads the same, and each block once', () => {
    const directory = mkdtempSync(join(tmpdir(), 'snapshot-'));
    const path = join(directory, 'file');
    writeFileSync(path, bytes);
    const fd = openSync(path, 'r');
    let fetched = 0;
    const source: ByteSource = {
      byteLength: bytes.length,
      read: (offset, length) => {
        fetched += length;
        const piece = new Uint8Array(length);
        readSync(fd, piece, 0, length, offset);
        return piece;
      },
    };
    try {
      expect(ask(open(source))).toBe(expected);
      // Records and postings that cross the edge of a block are fetched as one piece besides the blocks themselves.
      expect(fetched).toBeLessThan(bytes.length * 3);
      fetched = 0;
      const snapshot = open(source);
      const atOpening = fetched;
      snapshot.find('pack.c100');
      snapshot.find('pack.c101');
      expect(atOpening).toBeLessThan(8192);
      expect(fetched - atOpening).toBe(BLOCK_BYTES);
    } finally {
      closeSync(fd);
      rmSync(directory, { recursive: true });
    }
  });
});
