/**
 * No result and no complaint of a built-in tool names a capability: a tool knows no policy, so it could name one that is
 * hidden from whoever asked. What helps next is said in words, by which a search finds what the caller may find.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';

const ids = new Set(
  globSync('**/*.yaml', { cwd: join(ROOT, 'catalog') }).map((path) =>
    path.replace(/(\/_pack)?\.yaml$/, '').replaceAll('/', '.'),
  ),
);

/** Comments may name one, as who calls the tool; texts may not. */
function named(source: string): string[] {
  const texts =
    source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  return texts.flatMap((text) => text.match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? []).filter((word) => ids.has(word));
}

test.each(globSync('src/toolbox/**/*.ts', { cwd: ROOT }))('%s', (path) => {
  expect(named(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
});

test('one that is named is found', () => {
  expect(ids.size).toBeGreaterThan(200);
  expect(named("// git.push\nconst a = `see it with system.port.who`; b('file.text.replace');")).toEqual([
    'system.port.who',
    'file.text.replace',
  ]);
});
