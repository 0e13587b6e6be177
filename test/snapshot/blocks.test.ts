import { describe, expect, test } from 'vitest';
import { Blocks } from '../../src/snapshot/blocks.ts';
import { checksum } from '../../src/snapshot/checksum.ts';
import { CHECKSUM_CODE } from '../../src/snapshot/checksum-code.ts';
import { SnapshotDamaged } from '../../src/snapshot/damaged.ts';
import { BLOCK_BYTES } from '../../src/snapshot/layout.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { sectionView } from '../../src/snapshot/views.ts';
import { sequence } from '../fulltext/documents.ts';
import { MODULE } from './checksum-assembly.ts';

function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const next = sequence(seed);
  return Uint8Array.from({ length }, () => next(256));
}

/** The checksum as its definition reads, in whole numbers of any size. */
function naiveChecksum(bytes: Uint8Array<ArrayBuffer>, seed: number): [number, number] {
  let first = (0x9d3a61c5n << 32n) | BigInt(seed);
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    const view = new DataView(bytes.buffer, from, Math.min(BLOCK_BYTES, bytes.length - from));
    const states = [first, first, first, first];
    for (let at = 0; at < view.byteLength; at += 8) {
      const turn = (at / 8) % 4;
      states[turn] = naiveStep(states[turn] as bigint, view.getBigUint64(at, true));
    }
    first = states.reduce(naiveStep, first);
  }
  return [Number(first & 0xffffffffn), Number(first >> 32n)];
}

function naiveStep(state: bigint, lane: bigint): bigint {
  const product = BigInt.asUintN(64, (state ^ lane) * 0x9e3779b97f4a7c15n);
  return product ^ (product >> 32n);
}

describe('the checksum', () => {
  test('is made by the code that its assembly says', () => {
    expect(CHECKSUM_CODE).toBe(Buffer.from(MODULE).toString('base64'));
  });

  test.each([32, 64, 992, BLOCK_BYTES - 32, BLOCK_BYTES, BLOCK_BYTES + 64, 3 * BLOCK_BYTES])(
    'of %i bytes',
    (length) => {
      const bytes = noise(length);
      for (const seed of [0, 1, 4_294_967_295]) expect(checksum(bytes, seed)).toEqual(naiveChecksum(bytes, seed));
    },
  );

  test('changes with every single bit, and with its seed', () => {
    const bytes = noise(256);
    const seen = new Set([checksum(bytes, 0).join()]);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      seen.add(checksum(bytes, 0).join());
      bytes[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(seen.size).toBe(1 + 256 * 8);
    expect(checksum(bytes, 1)).not.toEqual(checksum(bytes, 0));
  });

  test('sees zeros: as many as there are', () => {
    const seen = new Set([32, 64, 96, 4096].map((length) => checksum(new Uint8Array(length), 0).join()));
    expect(seen.size).toBe(4);
  });
});

describe('blocks', () => {
  const body = noise(5 * BLOCK_BYTES + 4096);
  const checksums = Uint32Array.from(
    Array.from({ length: 6 }, (_, block) => {
      return checksum(body.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES), block);
    }).flat(),
  );

  function counted(limit?: number) {
    const reads: [number, number][] = [];
    const source = {
      byteLength: body.length,
      read: (offset: number, length: number) => {
        reads.push([offset / BLOCK_BYTES, length]);
        return body.slice(offset, offset + length);
      },
    };
    return { reads, blocks: new Blocks(source, 0, checksums, limit) };
  }

  test('give every number of every type at its place', () => {
    for (const blocks of [new Blocks(bytesSource(body), 0, checksums), counted(2 * BLOCK_BYTES).blocks]) {
      const offset = BLOCK_BYTES - 192;
      const bytes = 2 * BLOCK_BYTES + 320;
      const raw = body.slice(offset, offset + bytes).buffer;
      const types = {
        u8: new Uint8Array(raw),
        u16: new Uint16Array(raw),
        u32: new Uint32Array(raw),
        i32: new Int32Array(raw),
        f64: new Float64Array(raw),
      } as const;
      for (const [type, expected] of Object.entries(types) as [keyof typeof types, ArrayLike<number>][]) {
        const view = sectionView(blocks, type, offset, bytes);
        expect(view.length).toBe(expected.length);
        for (let i = 0; i < expected.length; i += 7) expect(view.at(i)).toBe(expected[i]);
      }
    }
  });

  test('fetch a block once, and a long range in one go', () => {
    const { reads, blocks } = counted();
    const view = sectionView(blocks, 'u32', 0, body.length);
    for (let i = 0; i < 100; i++) view.at(i);
    expect(reads).toEqual([[0, BLOCK_BYTES]]);
    const from = BLOCK_BYTES + 8;
    expect(Buffer.compare(blocks.slice(from, 3 * BLOCK_BYTES), body.subarray(from, from + 3 * BLOCK_BYTES))).toBe(0);
    blocks.slice(from, 3 * BLOCK_BYTES);
    expect(reads).toEqual([
      [0, BLOCK_BYTES],
      [1, 4 * BLOCK_BYTES],
    ]);
  });

  test('keep no more than the limit, and fetch again what was let go', () => {
    const { reads, blocks } = counted(2 * BLOCK_BYTES);
    const view = sectionView(blocks, 'u8', 0, body.length);
    const walk = () => Array.from({ length: 6 }, (_, block) => view.at(block * BLOCK_BYTES));
    const first = walk();
    expect(walk()).toEqual(first);
    expect(reads.length).toBe(12);
  });

  test('hand out nothing of a damaged block, however it is asked for', () => {
    const damaged = body.slice();
    damaged[2 * BLOCK_BYTES + 5]! ^= 1;
    for (const source of [bytesSource(damaged), { ...bytesSource(damaged), resident: false }]) {
      const blocks = new Blocks(source, 0, checksums);
      expect(blocks.slice(0, 2 * BLOCK_BYTES).length).toBe(2 * BLOCK_BYTES);
      for (let time = 0; time < 2; time++) {
        expect(() => blocks.block(2)).toThrow(SnapshotDamaged);
        expect(() => blocks.slice(BLOCK_BYTES, 4 * BLOCK_BYTES)).toThrow(SnapshotDamaged);
        expect(() => sectionView(blocks, 'u8', 2 * BLOCK_BYTES, 64).at(0)).toThrow(SnapshotDamaged);
      }
    }
  });

  test('are six, and no more', () => expect(() => counted().blocks.block(6)).toThrow(SnapshotDamaged));
});
