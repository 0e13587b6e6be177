/** Mistakes at the command line that could pass for something else: each is refused in words of its own. */
import { describe, expect, it } from 'vitest';
import { renderRun } from '../../src/cli/render/run.ts';
import type { ActionRunResponse } from '../../src/contract/action-run.v1.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, TERMINAL } from './command-line.ts';

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

describe('a capability without a verb, or one that is not there', () => {
  const shown = async (argv: readonly string[], more = {}) =>
    (await commandLine(argv, { terminal: TERMINAL, world: () => worldOf(openCatalog()), ...more })).err.replaceAll(
      /\s+/g,
      ' ',
    );

  it.each([
    [['text', 'echo'], 'did you mean: run text.echo next: cap run text.echo --help'],
    [['text.echo', '--text', 'a'], 'did you mean: run text.echo next: cap run text.echo --help'],
    [['Text', 'Echo', 'hello'], 'did you mean: run text.echo next: cap run text.echo --help'],
    [['git'], 'did you mean: list git next: cap list git'],
    [['version'], 'did you mean: --version next: cap --version'],
    [['serch', 'port'], 'did you mean: search next: cap --help'],
    [['nothing', 'like', 'this'], 'received: nothing next: cap --help'],
    [['inspect', 'text', 'ecoh'], 'did you mean: text.echo next: cap inspect text.echo'],
    [['run', 'text.ecoh', '--text', 'a'], 'did you mean: text.echo next: cap inspect text.echo'],
    [['inspect', 'nothing', 'like', "o'this"], "next: cap search nothing like 'o'\\''this'"],
    [['list', '端口'], "next: cap search '端口'"],
    [['run', 'git'], 'Next: cap list git'],
    [['run', 'git', '--snapshot', 'a b'], "Next: cap list git --snapshot 'a b'"],
    [['run', 'ops.mark', '--file', 'x', '--snapshot', 's.snapshot'], 'next: cap search ops mark --snapshot s.snapshot'],
    [['run', 'text.echo'], 'invalid_arguments: --text is missing: string, at most 100 characters Nothing'],
  ])('%j', async (argv, expected) => expect(await shown(argv)).toContain(expected));

  it('an action that was looked at and would not work is helped by other arguments, not by its doors', () => {
    const next = (message: string) => {
      const errors = [{ reason: 'unavailable' as const, message, executed: false }];
      const invocation = { operation_id: 'o', canonical_path: 'git.commit', tool_call_id: 't', input_hash: null };
      const unknown = { transport_status: 'unknown', tool_status: 'unknown', business_status: 'unknown' } as const;
      const answer = {
        version: 'action-run.v1',
        invocation,
        status: 'unavailable',
        executed: false,
        ...unknown,
        errors,
      };
      const screen = { columns: 80, colour: { out: false, err: false }, optionAt: () => undefined };
      const help = 'cap run git.commit --help';
      return renderRun(answer as ActionRunResponse, { ...screen, help, command: (line) => line }).text;
    };
    expect(next('git.commit would not work: nothing is staged.')).toContain('Next: cap run git.commit --help');
    expect(next('git is not there.')).toContain('Next: cap doors git.commit');
  });

  it('what it says to type is found', async () => {
    for (const argv of [['text', 'echo'], ['inspect', 'text', 'ecoh'], ['version'], ['git']]) {
      const [, next = ''] = /next: cap (.*?) Nothing was executed/.exec(await shown(argv)) ?? [];
      expect((await commandLine(next.split(' '))).exit).toBe(0);
    }
  });

  it('is not told of what is hidden', async () => {
    const hide = '{name: h, applies_to: {ids: [text.echo]}, discover: deny, must_match: [text.echo]}';
    const policy = policyOf(`version: policy.v1\nrules: [${hide}]\n`);
    const world = worldOf(openCatalog(), () => policy);
    for (const words of [['text', 'echo'], ['text.echo']]) {
      expect(await shown(words, { world: () => world })).not.toContain('text.echo is a capability');
    }
  });
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
