/** Wherever and as whoever it is started: the answers stay the same and nothing is left lying about. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, barely, cap, directoryIn, documentOf, EXECUTABLE, emptyDirectory, probes } from './executable.ts';

const SEARCH = { version: 'tool-search.v1', query: '端口被占用 who uses port 3000' };

describe('surroundings', () => {
  let expected = '';
  beforeAll(async () => {
    const given = await ask('search', SEARCH);
    expect(given.status).toBe(0);
    expected = given.stdout.toString();
  });

  test('an empty home stays empty after searching and inspecting', async () => {
    const home = emptyDirectory();
    expect((await ask('search', SEARCH, { env: { HOME: home } })).stdout.toString()).toBe(expected);
    expect((await cap(['inspect', 'system.port.who'], { env: { HOME: home } })).status).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  });

  test('no home, no path, no environment at all', async () => {
    const given = spawnSync(EXECUTABLE, ['search', '--request-json', '-'], { env: {}, input: JSON.stringify(SEARCH) });
    expect(given.stdout.toString()).toBe(expected);
  });

  test('a directory that cannot be written, below another user', async () => {
    const directory = emptyDirectory();
    chmodSync(directory, 0o555);
    const env = { HOME: directory };
    expect((await ask('search', SEARCH, { cwd: directory, env, nobody: true })).stdout.toString()).toBe(expected);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('another user runs an action with its own state', async () => {
    const home = emptyDirectory();
    chmodSync(home, 0o777);
    const snapshot = await readable(await probes());
    const given = await cap(['run', 'probe.say', '--text', 'hi', '--snapshot', snapshot], {
      env: { HOME: home },
      cwd: '/',
      nobody: true,
    });
    expect(documentOf(given)).toMatchObject({ status: 'succeeded', evidence: { stdout: { text: 'hi' } } });
    expect(readdirSync(home)).toEqual(['.local']);
  });

  test('an executable below a path with spaces and Chinese, and a snapshot too', async () => {
    const directory = directoryIn(emptyDirectory(), '程序 with spaces');
    const executable = join(directory, 'cap tool');
    try {
      linkSync(EXECUTABLE, executable);
    } catch {
      copyFileSync(EXECUTABLE, executable);
    }
    expect((await ask('search', SEARCH, { executable, cwd: directory })).stdout.toString()).toBe(expected);
    const snapshot = join(directory, 'my snapshot');
    copyFileSync(await probes(), snapshot);
    const given = await cap(['run', 'probe.say', '--text', 'a b\n\'$(id)\' "c"', '--snapshot', snapshot], {
      executable,
      cwd: directory,
    });
    expect(documentOf(given)).toMatchObject({ evidence: { stdout: { text: 'a b\n\'$(id)\' "c"' } } });
    const builtin = await cap(['run', 'system.port.who', '--port', '1'], { executable, cwd: directory });
    expect(documentOf(builtin)).toMatchObject({ status: 'succeeded', evidence: { result: { port: 1, holders: [] } } });
  });

  test('NODE_OPTIONS does not reach in', async () => {
    const trap = join(emptyDirectory(), 'trap.js');
    writeFileSync(trap, 'process.stdout.write("trapped")');
    expect((await ask('search', SEARCH, { env: { NODE_OPTIONS: `--require ${trap}` } })).stdout.toString()).toBe(
      expected,
    );
  });

  test('time zone, language, directory and process do not change one byte', async () => {
    const worlds = [
      { env: { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, cwd: '/' },
      { env: { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, cwd: '/usr' },
      { env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'POSIX' } },
    ];
    const QUESTIONS = [
      ['search', 'TITLE İ ı 端口', '--limit', '20', '--explain'],
      ['inspect', 'git.log', '--detail', 'full'],
      ['list', '--depth', '3', '--limit', '500'],
      ['inspect', 'git.lgo'],
    ];
    for (const argv of QUESTIONS) {
      const answers = await Promise.all(worlds.map((world) => cap(argv, world)));
      const [first, ...others] = answers.map(({ stdout }) => stdout.toString('utf8'));
      expect(first?.length).toBeGreaterThan(100);
      for (const other of others) expect(other).toBe(first);
    }
  });
});

describe('which catalog answers', () => {
  const idsOf = async (argv: readonly string[], call: Parameters<typeof cap>[1]) => {
    const { children } = documentOf(await cap(['list', ...argv], call)) as unknown as {
      children: { canonical_path: string }[];
    };
    return children.map(({ canonical_path: id }) => id);
  };

  test('the one inside, a project file at or above, CAP_SNAPSHOT, and --snapshot before them all', async () => {
    const file = await probes();
    const project = emptyDirectory();
    const deep = directoryIn(project, 'a/b');
    writeFileSync(join(project, '.cap.json'), JSON.stringify({ snapshot: 'own.snapshot' }));
    copyFileSync(file, join(project, 'own.snapshot'));
    const inside = await idsOf([], {});
    expect(inside).toContain('system');
    expect(await idsOf([], { cwd: deep })).toEqual(['probe']);
    expect(await idsOf([], { env: { CAP_SNAPSHOT: file } })).toEqual(['probe']);
    expect(await idsOf(['--snapshot', file], { env: { CAP_SNAPSHOT: '/nowhere' } })).toEqual(['probe']);
    const missing = await cap(['list'], { cwd: deep, env: { CAP_SNAPSHOT: '/nowhere' } });
    expect(missing.status).toBe(20);
    expect(documentOf(missing)).toMatchObject({ error: { reason: 'snapshot_missing', executed: false } });
  });

  test('a project file that is not understood is refused by name', async () => {
    const project = emptyDirectory();
    writeFileSync(join(project, '.cap.json'), '{"snapshots":[]}');
    const given = await cap(['list'], { cwd: project });
    expect(given.status).toBe(2);
    expect(documentOf(given)).toMatchObject({ error: { reason: 'usage', received: join(project, '.cap.json') } });
  });
});

/** A copy that every user may read. */
async function readable(file: string): Promise<string> {
  const directory = emptyDirectory();
  chmodSync(directory, 0o755);
  const copy = join(directory, 'copy.snapshot');
  copyFileSync(file, copy);
  chmodSync(copy, 0o644);
  return copy;
}

describe('a working directory that was removed', () => {
  const away = (...argv: string[]) => {
    const cwd = emptyDirectory();
    const call = spawnSync('sh', ['-c', 'rmdir "$PWD" && exec "$0" "$@"', EXECUTABLE, ...argv, '--json'], {
      cwd,
      env: barely(),
      encoding: 'utf8',
    });
    return { status: call.status, document: JSON.parse(call.stdout) };
  };

  test('lets everything be asked that does not need one', () => {
    expect(away('search', 'port')).toMatchObject({ status: 0 });
    expect(away('doors', 'file.type')).toMatchObject({ status: 0, document: { version: 'doors.v1' } });
  });

  test('is no place to run anything in, and that is said', () => {
    const { status, document } = away('run', 'file.type', '--args-json', '{"paths":["/"]}');
    expect(status).toBe(5);
    expect(document).toMatchObject({ status: 'invalid_arguments', executed: false, errors: [{ path: '/cwd' }] });
  });
});
