/** Calls that could hang, or mean two things, or be misread: each is answered at once and says what is wrong. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AS_NOBODY } from '../nobody/nobody.ts';
import { barely, cap, documentOf, EXECUTABLE, emptyDirectory } from './executable.ts';

const errorOf = (run: Awaited<ReturnType<typeof cap>>) =>
  (documentOf(run) as unknown as { error: { reason: string; message: string; received?: string } }).error;

function pipe(): string {
  const path = join(emptyDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a pipe or a device where a file belongs', () => {
  const argvs: readonly (readonly [name: string, argv: (path: string) => string[]])[] = [
    ['--request-json', (path) => ['search', '--request-json', `@${path}`]],
    ['--request-json of run', (path) => ['run', '--request-json', `@${path}`]],
    ['policy check', (path) => ['policy', 'check', path]],
    ['trust', (path) => ['trust', path]],
    ['--snapshot', (path) => ['list', '--snapshot', path]],
    ['--args-json', (path) => ['run', 'system.port.who', '--args-json', `@${path}`]],
  ];
  test.each(argvs)('%s answers at once', async (_name, argv) => {
    for (const path of [pipe(), '/dev/zero', '/dev/tty', '/']) {
      const run = await cap(argv(path));
      expect([2, 20]).toContain(run.status);
      documentOf(run);
    }
  });

  test('a pipe among the sources of a catalog is not one of them', async () => {
    const directory = emptyDirectory();
    execFileSync('mkfifo', [join(directory, 'a.yaml')]);
    const run = await cap(['catalog', 'lint', directory]);
    expect(run.status).not.toBeNull();
    documentOf(run);
  });
}, 20_000);

describe('a project file', () => {
  test.each([
    ['two snapshots', '{"snapshot":"/a","snapshot":"/b"}'],
    ['a second document', '{"snapshot":"/a"} {}'],
    ['a key that it does not have', '{"snapshot":"/a","trust":true}'],
    ['a prototype', '{"snapshot":"/a","__proto__":{}}'],
  ])('with %s is not understood', async (_name, text) => {
    const cwd = emptyDirectory();
    writeFileSync(join(cwd, '.cap.json'), text);
    const run = await cap(['list'], { cwd });
    expect(run.status).toBe(2);
    expect(errorOf(run).message).toBe('The project file is not understood.');
  });
});

test('words that are not UTF-8 are refused; the character that stands for them is not', async () => {
  const call = (script: string) =>
    spawnSync('/bin/sh', ['-c', script, EXECUTABLE], { env: barely(), encoding: 'utf8' });
  const broken = call(`"$0" search "$(printf 'a\\377b')"`);
  expect(broken.status).toBe(2);
  expect(JSON.parse(broken.stdout)).toMatchObject({ error: { reason: 'invalid_unicode' } });
  expect(call(`"$0" search "$(printf '\\357\\277\\275')"`).status).toBe(0);
});

/** Only an administrator can be another user; an ordinary one cannot shut itself out either. */
describe.runIf(process.getuid?.() === 0)('a home that may not be entered', () => {
  test('denies, says which file cannot be looked for, and what to do', async () => {
    const home = join(emptyDirectory(), 'home');
    mkdirSync(join(home, '.config'), { recursive: true });
    chmodSync(home, 0o700);
    chmodSync(join(home, '..'), 0o755);
    const env = { HOME: home, XDG_CONFIG_HOME: '' };
    const run = await cap(['list'], { env, nobody: true, cwd: '/' });
    expect(run.status).toBe(4);
    expect(errorOf(run).message).toContain(join(home, '.config/cap/policy.yaml'));
    expect(errorOf(run).message).toContain('set HOME or XDG_CONFIG_HOME');
    const own = emptyDirectory();
    chownSync(own, AS_NOBODY.uid ?? 0, AS_NOBODY.gid ?? 0);
    expect((await cap(['list'], { env: { ...env, XDG_CONFIG_HOME: own }, nobody: true, cwd: '/' })).status).toBe(0);
  });
});
