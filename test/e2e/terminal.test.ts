/** On a real terminal (script(1) gives one): tables and colours for people, and no way for foreign text to play tricks. */
import { describe, expect, test } from 'vitest';
import { probes } from './executable.ts';
import { CTRL_C, capAtTerminal } from './pty.ts';

const ESCAPE = '\u001b';

describe('on a terminal', () => {
  test('a search is a table with colours, the title in the language of the question', async () => {
    const { status, screen } = await capAtTerminal(['search', '谁占用了端口', '--limit', '2']);
    expect(status).toBe(0);
    expect(screen).toContain('system.port.who');
    expect(screen).toContain('查看谁占用了端口');
    expect(screen).toContain('cap inspect system.port.who');
    expect(screen).toContain(`${ESCAPE}[`);
  });

  test.each([
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['--no-color', ['--no-color'], {}],
    ['a dumb terminal', [], { TERM: 'dumb' }],
  ] as const)('%s: the same words without colours', async (_name, options, env) => {
    const { screen } = await capAtTerminal(['list', ...options], { env: { ...env } });
    expect(screen).toContain('system');
    expect(screen).not.toContain(ESCAPE);
  });

  test('--json gives the document also here', async () => {
    const { screen } = await capAtTerminal(['list', '--json']);
    expect(JSON.parse(screen)).toMatchObject({ version: 'capability-list.v1' });
  });

  test('columns stand straight beside Chinese, and no line is wider than the screen', async () => {
    const { screen } = await capAtTerminal(['search', '端口被占用', '--no-color']);
    const rows = screen.split('\n').filter((line) => /^\d {2}/.test(line));
    const places = new Set(rows.map((line) => line.search(/(?<=^\d {2}\S+ +\S+ +)\S/)));
    expect(rows.length).toBeGreaterThan(1);
    expect([...places]).toHaveLength(1);
    for (const line of screen.split('\n')) {
      const cells = [...line].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 2 : 1), 0);
      expect(cells).toBeLessThanOrEqual(80);
    }
  });

  test('a mistake is said in words on the terminal, with what to do next, and exits 2', async () => {
    const { status, screen } = await capAtTerminal(['serch', 'x', '--no-color']);
    expect(status).toBe(2);
    expect(screen).toContain('did you mean: search');
    expect(screen).toContain('next: cap --help');
    expect(screen).toContain('Nothing was executed.');
    expect(screen).not.toContain('{');
  });

  test('escape sequences in the output of an action do not reach the screen', async () => {
    const text = `a${ESCAPE}[2Jb${ESCAPE}]0;title\u0007c\u202Ed`;
    const { status, screen } = await capAtTerminal([
      'run',
      'probe.say',
      '--args-json',
      JSON.stringify({ text }),
      '--no-color',
      '--snapshot',
      await probes(),
    ]);
    expect(status).toBe(0);
    expect(screen).not.toContain(ESCAPE);
    expect(screen).not.toContain('\u202e');
    expect(screen).toMatch(/^abc.*d$/m);
  });

  test('Ctrl-C during a run gives 130 and says that it was interrupted', async () => {
    const argv = ['run', 'probe', 'wait', '--seconds', '58', '--no-color', '--snapshot', await probes()];
    const started = performance.now();
    const { status, screen } = await capAtTerminal(argv, { later: CTRL_C });
    expect(status).toBe(130);
    expect(screen).toContain('interrupted');
    expect(screen).toContain('It was executed.');
    expect(screen).toMatch(/^Next: cap run probe wait --seconds 58 --no-color --snapshot \S/m);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test('without a verb: the help, and exit 2', async () => {
    const { status, screen } = await capAtTerminal([]);
    expect(status).toBe(2);
    expect(screen).toContain('Usage: cap');
    expect(screen).toContain('Exit codes');
  });
});
