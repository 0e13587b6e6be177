/** Files that cap writes where it is told: what stands there already and is none of that kind is not touched. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cap, documentOf, emptyDirectory, PROBES, probes } from './executable.ts';

const home = emptyDirectory();
const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, '.local/state') };
mkdirSync(join(home, '.config/cap'), { recursive: true });
mkdirSync(join(home, '.local/state/cap/audit'), { recursive: true });

const build = (output: string, cwd: string, ...more: string[]) =>
  cap(['catalog', 'build', PROBES, '-o', output, ...more], { cwd, env });
const save = (output: string, cwd: string, ...more: string[]) =>
  cap(['audit', 'export', '-o', output, ...more], { cwd, env });

describe.each([
  ['catalog build', build],
  ['audit export', save],
] as const)('cap %s', (_name, write) => {
  it.each<[string, (path: string) => void]>([
    ['a text', (path) => writeFileSync(path, 'my thesis\n')],
    ['a document that is none of ours', (path) => writeFileSync(path, '{"version":"audit-event.v2"}\n')],
    ['a link to a text', (path) => symlinkSync('thesis', path)],
  ])('leaves %s as it is, and replaces it when it must', async (_what, put) => {
    const cwd = emptyDirectory();
    writeFileSync(join(cwd, 'thesis'), 'my thesis\n');
    const path = join(cwd, 'there');
    put(path);
    const before = readFileSync(path, 'utf8');
    const refused = await write('there', cwd);
    expect(refused.status).toBe(2);
    const message = expect.stringContaining('--force replaces it');
    expect(documentOf(refused)).toMatchObject({ error: { reason: 'usage', received: 'there', message } });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect((await write('there', cwd, '--force')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toBe(before);
  });

  it('replaces nothing that is no file, whatever it is told', async () => {
    const cwd = emptyDirectory();
    mkdirSync(join(cwd, 'there'));
    for (const output of ['there', '/dev/null']) {
      for (const more of [[], ['--force']]) expect((await write(output, cwd, ...more)).status).toBe(2);
    }
    expect(existsSync('/dev/null')).toBe(true);
  });

  it.each([
    ['.config/cap/policy.yaml'],
    ['.config/cap/trusted-snapshots'],
    ['.local/state/cap/audit/audit-000001.jsonl'],
  ])('writes no %s, from which cap is governed', async (path) => {
    for (const more of [[], ['--force']]) {
      const refused = await write(join(home, path), home, ...more);
      expect(documentOf(refused)).toMatchObject({ error: { message: expect.stringContaining('is governed from') } });
    }
    expect(existsSync(join(home, path))).toBe(false);
  });
});

it('what cap has written before is replaced: a snapshot of another version, an export in the other form', async () => {
  const cwd = emptyDirectory();
  copyFileSync(await probes(), join(cwd, 'old.snapshot'));
  const bytes = readFileSync(join(cwd, 'old.snapshot'));
  bytes[8] = 255;
  writeFileSync(join(cwd, 'old.snapshot'), bytes);
  expect((await build('old.snapshot', cwd)).status).toBe(0);
  for (const format of ['csv', 'jsonl', 'csv']) expect((await save('out', cwd, '--format', format)).status).toBe(0);
});
