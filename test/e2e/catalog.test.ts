/** `cap catalog`: compiling, linting and verifying without anything installed. */
import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cap, directoryIn, documentOf, emptyDirectory, PROBES, probes } from './executable.ts';

describe('cap catalog build', () => {
  test('twice, elsewhere, with other line ends: the same bytes', async () => {
    const first = readFileSync(await probes());
    const copy = directoryIn(emptyDirectory(), '另一个 place');
    cpSync(PROBES, copy, { recursive: true });
    for (const name of readdirSync(join(copy, 'probe'))) {
      const file = join(copy, 'probe', name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
    const built = await cap(['catalog', 'build', copy, '-o', 'x.snapshot'], {
      cwd: copy,
      env: { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' },
    });
    expect(built.status).toBe(0);
    expect(readFileSync(join(copy, 'x.snapshot')).equals(first)).toBe(true);
  });

  test('finds Chinese words as the default catalog does', async () => {
    const given = await cap(['search', '打印一段文字', '--limit', '1', '--snapshot', await probes()]);
    expect(documentOf(given)).toMatchObject({ candidates: [{ canonical_path: 'probe.say' }] });
  });

  test('of what others wrote says so in the snapshot, and a policy may be stricter with it', async () => {
    const cwd = emptyDirectory();
    const rule =
      '{name: read it first, applies_to: {origins: [imported]}, describe: deny, must_match: [{id: a, origin: imported}]}';
    writeFileSync(join(cwd, '.cap-policy.yaml'), `version: policy.v1\nrules: [${rule}]\n`);
    expect((await cap(['catalog', 'build', PROBES, '--imported', '-o', 'x.snapshot'], { cwd })).status).toBe(0);
    const explained = async (snapshot: string) =>
      documentOf(await cap(['policy', 'explain', 'probe.say', '--snapshot', snapshot, '--json'], { cwd })).capability;
    expect(await explained('x.snapshot')).toMatchObject({ origin: 'imported', describe: { allowed: false } });
    expect(await explained(await probes())).toMatchObject({ origin: 'project', describe: { allowed: true } });
  });

  test('says each error with its place, on stderr, and leaves the old file alone', async () => {
    const directory = emptyDirectory();
    cpSync(PROBES, join(directory, 'sources'), { recursive: true });
    const say = join(directory, 'sources', 'probe', 'say.yaml');
    writeFileSync(say, readFileSync(say, 'utf8').replace('side_effect:', 'side_efect:'));
    copyFileSync(await probes(), join(directory, 'old.snapshot'));
    const given = await cap(['catalog', 'build', 'sources', '-o', 'old.snapshot'], { cwd: directory });
    expect(given.status).toBe(2);
    expect(given.stderr).toMatch(/^probe\/say\.yaml:\d+:1: .*side_efect.* Did you mean side_effect\?$/m);
    const { error } = documentOf(given) as unknown as { error: { path: string } };
    expect(error).toMatchObject({ reason: 'catalog_invalid', executed: false });
    expect(error.path).toMatch(/^probe\/say\.yaml:\d+:\d+$/);
    expect(readFileSync(join(directory, 'old.snapshot')).equals(readFileSync(await probes()))).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['old.snapshot', 'sources']);
  });

  test('a later directory replaces what an earlier one has, and that is reported; or refused when asked', async () => {
    const later = emptyDirectory();
    directoryIn(later, 'probe');
    const fail = readFileSync(join(PROBES, 'probe', 'fail.yaml'), 'utf8');
    writeFileSync(join(later, 'probe', 'fail.yaml'), fail.replace('version: 1', 'version: 7'));
    const output = join(later, 'x.snapshot');
    const given = documentOf(await cap(['catalog', 'build', PROBES, later, '-o', output]));
    expect(given).toMatchObject({ overrides: [{ canonical_path: 'probe.fail', file: `${later}/probe/fail.yaml` }] });
    const inspected = documentOf(await cap(['inspect', 'probe.fail', '--snapshot', output]));
    expect(inspected).toMatchObject({ tool_spec: { identity: { version: 7 } } });
    const refused = await cap(['catalog', 'build', PROBES, later, '-o', output, '--no-overrides']);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('overriding is not allowed');
  });

  test.each([
    [['catalog', 'build', '/nowhere', '-o', 'x'], '/nowhere'],
    [['catalog', 'build', PROBES, '-o', '/proc/x.snapshot'], '/proc'],
  ])('%j is refused by name', async (argv, named) => {
    const given = await cap(argv);
    expect(given.status).toBe(2);
    expect(documentOf(given)).toMatchObject({ error: { reason: 'usage', received: expect.stringContaining(named) } });
  });
});

describe('cap catalog verify', () => {
  test('reads everything and says what is there', async () => {
    expect(documentOf(await cap(['catalog', 'verify', await probes()]))).toMatchObject({
      command: 'verify',
      capabilities: 8,
      by_type: { action: 6, recipe: 1, pack: 1 },
    });
    expect((await cap(['catalog', 'verify'])).status).toBe(0);
  });

  test('finds one changed byte wherever it is', async () => {
    const bytes = readFileSync(await probes());
    const file = join(emptyDirectory(), 'changed.snapshot');
    for (const part of [0, 0.0005, 0.3, 0.6, 0.999999]) {
      const at = Math.floor(bytes.length * part);
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(file, bytes);
      expect((await cap(['catalog', 'verify', file])).status).toBe(20);
      bytes[at] = (bytes[at] as number) ^ 1;
    }
  });
});

test('cap catalog lint: findings end in exit code 2, by capability and rule', async () => {
  const given = await cap(['catalog', 'lint', PROBES]);
  expect(given.status).toBe(2);
  const { findings } = documentOf(given) as unknown as { findings: { canonical_path: string; rule: string }[] };
  expect(findings).toContainEqual(expect.objectContaining({ canonical_path: 'probe.count', rule: 'executables' }));
});
