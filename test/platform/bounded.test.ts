import { describe, expect, it } from 'vitest';
import { bounded } from '../../src/platform/bounded.ts';

/** Waits without computing, as a process does that others keep from the processor. */
const wait = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

describe('work that may never end', () => {
  it('that ends gives its value, and throws what it throws', () => {
    expect(bounded(1000, () => 3)).toEqual({ value: 3 });
    expect(() =>
      bounded(1000, () => {
        throw new Error('of its own');
      }),
    ).toThrow('of its own');
  });

  it('can hold more of its kind, whatever becomes of it', () => {
    const inner = () => bounded(1000, () => 'inner')?.value;
    const broken = () => {
      expect(() =>
        bounded(1000, () => {
          throw new Error('of its own');
        }),
      ).toThrow();
      return 'outer';
    };
    expect(bounded(1000, () => [inner(), broken(), inner()])).toEqual({ value: ['inner', 'outer', 'inner'] });
  });

  it('is broken off, also inside of a pattern', () => {
    const started = performance.now();
    expect(bounded(100, () => /^(a+)+$/.test(`${'a'.repeat(60)}!`))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('that only waits for its turn gets it, however late', () => {
    let tries = 0;
    const late = bounded(150, () => {
      tries += 1;
      wait(700);
      return 'done';
    });
    expect([late, tries > 1]).toEqual([{ value: 'done' }, true]);
  });
});
