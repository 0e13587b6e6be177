/** A catalog is replaced while others read it: each reader gets one whole catalog, the old one or the new one. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cap, emptyDirectory, PROBES } from './executable.ts';

test('readers of a file that is replaced again and again see one catalog or the other, never half of one', async () => {
  const directory = emptyDirectory();
  const sources = ['old', 'new'].map((name) => {
    const copy = join(directory, name);
    cpSync(PROBES, copy, { recursive: true });
    const say = join(copy, 'probe', 'say.yaml');
    writeFileSync(say, readFileSync(say, 'utf8').replace(/^version: .*$/m, `version: ${name === 'old' ? 1 : 2}`));
    return copy;
  });
  const file = join(directory, 'shared.snapshot');
  const build = (source: string) => cap(['catalog', 'build', source, '-o', file]);
  const read = () => cap(['inspect', 'probe.say', '--json', '--snapshot', file]);

  const expected: string[] = [];
  for (const source of sources) {
    expect((await build(source)).status).toBe(0);
    expected.push((await read()).stdout.toString());
  }
  expect(new Set(expected).size).toBe(2);

  let replacing = true;
  const seen = new Set<string>();
  const readers = [1, 2].map(async () => {
    while (replacing) {
      const given = await read();
      expect(given.status).toBe(0);
      seen.add(given.stdout.toString());
    }
  });
  for (let round = 0; round < 6; round += 1) await build(sources[round % 2] as string);
  replacing = false;
  await Promise.all(readers);
  for (const answer of seen) expect(expected).toContain(answer);
  expect(readdirSync(directory).sort()).toEqual(['new', 'old', 'shared.snapshot']);
});
