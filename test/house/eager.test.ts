/** What a cold search loads: the hot script is bundled exactly as the build does it, and its parts are looked at. */
import { describe, expect, test } from 'vitest';
import { describeBundle } from '../../scripts/build/bundle.ts';
import { HOT_ROOMS, HOT_SCRIPT_BYTES } from './rooms.ts';
import { roomOf } from './source-file.ts';

describe('the hot script', async () => {
  const { metafile, bytes } = await describeBundle('main');
  const inputs = Object.keys(metafile.inputs);

  test('is made of our own files only: no library', () => {
    expect(inputs.filter((path) => !path.startsWith('src/'))).toEqual([]);
  });

  test('holds none of the rooms that load on demand', () => {
    expect(inputs.filter((path) => !HOT_ROOMS.has(roomOf(path)))).toEqual([]);
  });

  test('leaves exactly the doors to the scripts that load on demand', () => {
    const external = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
    const ours = new Set(external.filter((path) => !path.startsWith('node:')));
    expect([...ours].sort()).toEqual(['src/cold.ts', 'src/toolbox/entry.ts']);
  });

  test('stays within its budget', () => expect(bytes).toBeLessThanOrEqual(HOT_SCRIPT_BYTES));
});
