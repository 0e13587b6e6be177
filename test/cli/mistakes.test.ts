/** Mistakes at the command line that could pass for something else: each is refused in words of its own. */
import { describe, expect, it } from 'vitest';
import { commandLine } from './command-line.ts';

const error = async (...argv: string[]) => {
  const { exit, out } = await commandLine(argv);
  const { error: body } = JSON.parse(out) as { error: { reason: string; message: string } };
  return { exit, ...body };
};

describe('a word that is missing or wrong', () => {
  it.each([
    [['help', 'nope'], { reason: 'unknown_verb', received: 'nope' }],
    [['help', 'serch'], { reason: 'unknown_verb', did_you_mean: 'search' }],
    [
      ['policy'],
      { reason: 'usage', message: 'No verb is given behind cap policy.', expected: 'one of check, compile, explain' },
    ],
    [['policy', 'chek'], { reason: 'unknown_verb', expected: 'one of check, compile, explain', did_you_mean: 'check' }],
    [['audit'], { reason: 'usage', expected: 'one of verify, list, show, export, prune' }],
    [['catalog'], { reason: 'usage', message: 'No verb is given behind cap catalog.' }],
    [[], { reason: 'usage', message: 'No verb is given behind cap.' }],
  ])('%j', async (argv, expected) => expect(await error(...argv)).toMatchObject({ exit: 2, ...expected }));
});

describe('an option that comes twice', () => {
  it.each([
    [['search', 'x', '--limit', '1', '--limit', '2']],
    [['list', '--snapshot', 'a', '--snapshot', 'b']],
    [['--snapshot', 'a', 'list', '--snapshot', 'b']],
    [['run', 'text.echo', '--text', 'a', '--text', 'b']],
    [['run', 'text.echo', '--args-json', '{}', '--args-json', '{}']],
    [['search', '--request-json', '-', '--request-json', '@x']],
    [['audit', 'list', '--limit', '1', '--limit', '2']],
    [['recover', 'x', '--as', 'committed', '--as', 'rejected']],
  ])('%j', async (argv) => {
    const refused = await error(...argv);
    expect(refused).toMatchObject({ exit: 2, reason: 'usage' });
    expect(refused.message).toMatch(/given twice/i);
  });

  it('may, where it makes a list', async () => {
    expect((await commandLine(['search', 'x', '--exclude', 'a', '--exclude', 'b'])).exit).toBe(0);
  });
});
