/** stdin is read when a request asks for it with `-`, and then never more than a request may have. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { barely, cap, documentOf, EXECUTABLE } from './executable.ts';

const VERBS = ['search', 'inspect', 'list', 'run', 'result'] as const;
const MEGABYTES_3 = 3 * 1024 * 1024;

describe.each(VERBS)('cap %s --request-json -', (verb) => {
  const argv = [verb, '--request-json', '-'];

  test('refuses 3 MB at once', async () => {
    const given = await cap(argv, { stdin: `{"version":"${'x'.repeat(MEGABYTES_3)}"}` });
    expect(documentOf(given)).toMatchObject({ error: { reason: 'too_large', executed: false } });
    expect(given.status).toBe(2);
    expect(given.stderr).toBe('');
  });

  test('names the field that is wrong', async () => {
    const given = await cap(argv, { stdin: '{"version":5}' });
    const { error } = documentOf(given) as unknown as { error: { reason: string; path: string } };
    expect(['wrong_type', 'missing_field']).toContain(error.reason);
    expect(error.path).toMatch(/^\/[a-z]/);
  });

  test('refuses nothing at all', async () => {
    const given = await cap(argv, { stdin: '' });
    expect(documentOf(given)).toMatchObject({ error: { reason: 'empty_input' } });
    expect(given.status).toBe(2);
  });

  test('refuses a second document and a closed stdin', async () => {
    expect(documentOf(await cap(argv, { stdin: '{} {}' }))).toMatchObject({ error: { reason: 'trailing_data' } });
    const closed = spawnSync('/bin/sh', ['-c', 'exec "$0" "$@" <&-', EXECUTABLE, ...argv], { env: barely() });
    expect(closed.status).toBe(2);
    expect(JSON.parse(closed.stdout.toString()).error.reason).toBe('stdin_closed');
  });

  test('tells a closed stdin from one that somebody has emptied', () => {
    const empty = spawnSync('/bin/sh', ['-c', 'exec "$0" "$@" </dev/null', EXECUTABLE, ...argv], { env: barely() });
    expect(JSON.parse(empty.stdout.toString()).error.reason).toBe('empty_input');
  });
});

describe('who does not ask for stdin is not stopped by it', () => {
  const ASKED = [
    ['search', '端口被占用', '--limit', '1'],
    ['inspect', 'system.port.who'],
    ['list'],
    ['run', 'system.port.who', '--port', '1', '--dry-run'],
    ['catalog', 'verify'],
    ['--help'],
    ['search', '--help'],
    ['--version'],
  ];

  test.each(ASKED)('cap %s %s', async (...argv) => {
    const given = await cap(
      argv.filter((word) => word !== undefined),
      { stdin: 'open' },
    );
    expect(given.status).toBe(0);
    expect(given.stdout.length).toBeGreaterThan(0);
  });

  test('an action gets an empty stdin, not ours', async () => {
    const given = await cap(['run', 'system.port.who', '--port', '1'], { stdin: 'open' });
    expect(documentOf(given)).toMatchObject({ status: 'succeeded' });
  });
});
