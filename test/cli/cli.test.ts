/** What a command line writes, where, and how it exits. */
import { describe, expect, test } from 'vitest';
import { COLOURS, commandLine, TERMINAL } from './command-line.ts';

describe('piped: one JSON document on stdout, nothing on stderr', () => {
  test.each([
    [['serch', 'x'], 2, { reason: 'unknown_verb', received: 'serch', did_you_mean: 'search' }],
    [['search', '--limt', '3'], 2, { reason: 'usage', received: '--limt', did_you_mean: '--limit' }],
    [['search', 'x', '--limit'], 2, { reason: 'usage' }],
    [['search', 'x', '--limit', '99'], 2, { reason: 'out_of_range', path: '/limit' }],
    [['search'], 2, { reason: 'missing_field' }],
    [['search', 'a\u0007b'], 2, { reason: 'forbidden_character' }],
    [['search', 'x'.repeat(257)], 2, { reason: 'too_large', path: '/query' }],
    [['list', '--depth', 'deep'], 2, { reason: 'wrong_type', path: '/depth' }],
    [['inspect', 'git', 'lgo'], 3, { reason: 'unknown_capability', did_you_mean: 'git.log' }],
    [['run'], 2, { reason: 'usage' }],
    [['run', '--text', 'hi', 'text.echo'], 2, { reason: 'usage' }],
    [['run', 'text.ecko', '--text', 'hi'], 3, { reason: 'unknown_capability', did_you_mean: 'text.echo' }],
    [['run', 'text.echo', '--txt', 'hi'], 2, { reason: 'usage', did_you_mean: '--text' }],
    [['run', 'text.echo', '--text', 'hi', 'there'], 2, { reason: 'usage' }],
    [['run', 'text.echo', '--args-json', '[1]'], 2, { reason: 'usage' }],
    [['run', 'text.echo', '--args-json', '{}', '--text', 'x'], 2, { reason: 'usage' }],
    [['run', 'text.echo', '--request-json', '-'], 2, { reason: 'usage' }],
    [['search', 'x', '--request-json', '-'], 2, { reason: 'usage' }],
    [['search', '--request-json', 'file.json'], 2, { reason: 'usage' }],
    [['list', '--json', '--request-json', '-'], 2, { reason: 'empty_input' }],
    [['list', '--snapshot', '/nowhere'], 20, { reason: 'snapshot_missing', received: '/nowhere' }],
    [['run', 'text.echo', '--snapshot', '/nowhere'], 20, { reason: 'snapshot_missing' }],
    [['--snapshot', '/nowhere', 'list'], 20, { reason: 'snapshot_missing' }],
    [['catalog'], 2, { reason: 'usage' }],
    [['catalog', 'bild'], 2, { reason: 'unknown_verb', did_you_mean: 'build' }],
    [['catalog', 'build', 'x'], 2, { reason: 'usage' }],
  ])('cap %j → %i %j', async (argv, exit, error) => {
    const written = await commandLine(argv);
    expect(JSON.parse(written.out)).toMatchObject({ version: 'error.v1', error: { ...error, executed: false } });
    expect(written.out.endsWith('}\n')).toBe(true);
    expect(written).toMatchObject({ exit, err: '' });
  });

  test('an action by its id, by its words, in any spelling', async () => {
    for (const words of [['text.echo'], ['text', 'echo'], ['Text/Echo']]) {
      const { exit, out } = await commandLine(['run', ...words, '--text', 'a $(b) "c"']);
      expect(JSON.parse(out)).toMatchObject({
        status: 'succeeded',
        invocation: { canonical_path: 'text.echo', tool_call_id: 'typed' },
        evidence: { stdout: { text: expect.stringContaining('a $(b) "c"') } },
      });
      expect(exit).toBe(0);
    }
  });

  test('--args-json is as strict as a request: a key twice is refused and nothing runs', async () => {
    const { out, err } = await commandLine(['run', 'text.echo', '--args-json', '{"text":"a","text":"b"}', '--json']);
    expect(out + err).toMatch(/same key twice/);
    expect(out).not.toContain('succeeded');
  });

  test('options that look like values, and values that look like options', async () => {
    const { out } = await commandLine(['run', 'text.echo', '--text', '--json', '--call-id', 'mine', '--dry-run']);
    expect(JSON.parse(out)).toMatchObject({ status: 'dry_run', invocation: { tool_call_id: 'mine' } });
    expect(JSON.parse(out).plan.argv).toContain('--json');
  });

  test('arguments that do not fit: exit 5, nothing executed', async () => {
    const { exit, out } = await commandLine(['run', 'text.echo', '--args-json', '{"text":7}']);
    expect(JSON.parse(out)).toMatchObject({
      status: 'invalid_arguments',
      executed: false,
      errors: [{ path: '/arguments/text' }],
    });
    expect(exit).toBe(5);
  });
});

describe('for a person', () => {
  test('an answer goes to stdout, a refusal to stderr, in words', async () => {
    const answered = await commandLine(['list'], { terminal: TERMINAL });
    expect(answered).toMatchObject({ exit: 0, err: '' });
    expect(answered.out).toContain('git');
    const refused = await commandLine(['inspect', 'git.lgo'], { terminal: TERMINAL });
    expect(refused).toMatchObject({ exit: 3, out: '' });
    for (const part of [
      'unknown_capability',
      'received: git.lgo',
      'did you mean: git.log',
      'next: cap inspect git.log',
      'Nothing was executed.',
    ]) {
      expect(refused.err).toContain(part);
    }
  });

  test('a wrong argument is named by its option', async () => {
    const { exit, err } = await commandLine(['run', 'text.echo'], { terminal: TERMINAL });
    expect(exit).toBe(5);
    expect(err).toContain('--text is missing: string');
    expect(err).toContain('cap run text.echo --help');
    expect(err.match(/Nothing was executed/g)?.length).toBeGreaterThanOrEqual(1);
  });

  test('what changes something shows what it would do', async () => {
    const { exit, err } = await commandLine(['run', 'text', 'touch', '--path', 'a b'], { terminal: TERMINAL });
    expect(exit).toBe(10);
    expect(err).toContain('It touches:\n  - a b');
    expect(err).toContain('Nothing was executed.');
  });

  test('colours only where they are wanted', async () => {
    const coloured = await commandLine(['list'], { terminal: COLOURS });
    const plain = await commandLine(['list', '--no-color'], { terminal: COLOURS });
    expect(coloured.out).toContain('\u001b[');
    expect(plain.out).not.toContain('\u001b');
    expect(coloured.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out);
    expect((await commandLine(['--no-color', 'serch'], { terminal: COLOURS })).err).not.toContain('\u001b');
  });

  test('--json asks for JSON here too, also for a command line that is wrong', async () => {
    expect(JSON.parse((await commandLine(['list', '--json'], { terminal: TERMINAL })).out)).toHaveProperty('children');
    const wrong = await commandLine(['serch', '--json'], { terminal: TERMINAL });
    expect(JSON.parse(wrong.out)).toHaveProperty('error');
    expect(wrong.err).toBe('');
  });
});

describe('help', () => {
  test.each([
    [['--help'], ['Usage: cap', 'cap search 端口被占用', '124', 'circuit_open']],
    [
      ['search', '--help'],
      ['--limit <n>', 'an integer from 1 to 20', '--request-json', '130'],
    ],
    [
      ['help', 'run'],
      ['--dry-run', '--args-json', 'Exit codes'],
    ],
    [
      ['run', '--help'],
      ['--dry-run', '--timeout-ms', 'Exit codes'],
    ],
    [
      ['run', 'text', 'echo', '--help'],
      ['Usage: cap run text.echo', '回显文字', '--text <text>', 'What to print.', 'cap run text.echo --text hello'],
    ],
    [
      ['catalog', '--help'],
      ['build', 'verify', 'lint', 'Exit codes'],
    ],
    [
      ['catalog', 'build', '-h'],
      ['--output <file>', 'Exit codes'],
    ],
    [
      ['result', '--help'],
      ['--lines <from:to>', '--grep'],
    ],
  ])('cap %j', async (argv, parts) => {
    const { exit, out, err } = await commandLine(argv);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    for (const part of parts) expect(out).toContain(part);
  });

  test('the version alone', async () => {
    expect(await commandLine(['--version'])).toEqual({ exit: 0, out: '1.2.3\n', err: '' });
  });
});
