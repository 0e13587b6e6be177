/** What a cold call loads: the first scripts are bundled exactly as the build does it, and their parts are looked at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeBundle } from '../../scripts/build/bundle.ts';
import { HOT_ROOMS, HOT_SCRIPT_BYTES } from './rooms.ts';
import { ROOT, roomOf } from './source-file.ts';

describe.each(['main', 'browse'] as const)('the first script %s', async (name) => {
  const { metafile, bytes } = await describeBundle(name);
  // `late:` is the build's own stand-in for a built-in module that loads at its first use.
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.startsWith('late:'));

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

  test('holds no Unicode property pattern', () => {
    // Building the sets of one such pattern costs 0.3 to 1.6 ms in a fresh process, at its creation and at its first
    // use again; src/text/characters.ts answers the same from a table.
    const patterned = inputs.filter((path) => /\/[^/\n]*\\[pP]\{[^/\n]*\/[a-z]*u/.test(code(path)));
    expect(patterned).toEqual([]);
  });

  test('stays within its budget', () => expect(bytes).toBeLessThanOrEqual(HOT_SCRIPT_BYTES));
});

describe('what every later call loads', async () => {
  const { metafile } = await describeBundle('cold');
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: next, kind, external } of metafile.inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) reach(next);
    }
  };
  reach('src/cold.ts');

  test('holds no library that compiles a policy: starting them takes 16 ms, and the compiled form is at hand', () => {
    expect([...reached].filter((path) => /node_modules\/(zod|yaml)\//.test(path))).toEqual([]);
    expect(reached.size).toBeGreaterThan(100);
  });

  test('holds no part of the compiler either on a command line, save that of catalogs: that takes 50 ms', () => {
    reach('src/cli/cli.ts');
    const compiler = /^src\/compile\/(?!diagnostic\.ts)|node_modules\/(zod|yaml)\//;
    expect([...reached].filter((path) => compiler.test(path))).toEqual([]);
    reach('src/cli/catalog-command.ts');
    expect([...reached].filter((path) => compiler.test(path))).toContain('src/compile/compile.ts');
  });
});

/** A source without its comment lines. */
function code(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
}
