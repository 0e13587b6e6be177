/**
 * The policy of a project holds for what runs in it, whoever asks from wherever: a request that names another directory
 * escapes neither the policy of that one nor the one of where it was asked.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, barely, cap, documentOf, emptyDirectory, probes, runRequest } from '../e2e/executable.ts';
import { writeProjectPolicy } from './project-policy.ts';

const DENY =
  'rules: [{name: not here, applies_to: {ids: [probe, git]}, execute: deny, must_match: [probe.say], must_not_match: [x]}]';
const HIDE =
  'rules: [{name: unseen, applies_to: {ids: [probe, git]}, discover: deny, must_match: [probe.say], must_not_match: [x]}]';

let free = '';
let strict = '';
let env: Record<string, string> = {};
beforeEach(() => {
  free = realpathSync(emptyDirectory());
  strict = realpathSync(emptyDirectory());
  mkdirSync(join(strict, 'deep', 'er'), { recursive: true });
  env = { HOME: realpathSync(emptyDirectory()) };
});

type Answer = {
  readonly status?: string;
  readonly error?: { reason: string; message: string };
  readonly errors?: object[];
};

async function say(from: string, cwd: string | undefined, more: object = {}): Promise<Answer> {
  const snapshot = await probes();
  const request = await runRequest('probe.say', { text: 'hi' }, snapshot, {
    ...(cwd === undefined ? {} : { cwd }),
    ...more,
  });
  return documentOf(await ask('run', request, { cwd: from, env, snapshot })) as Answer;
}

describe('a project that denies', () => {
  it.each([
    ['asked inside of it', () => say(strict, undefined)],
    ['called from outside with a directory inside', () => say(free, strict)],
    ['with a directory deep inside', () => say(free, join(strict, 'deep', 'er'))],
    ['called from inside with a directory outside', () => say(strict, free)],
    ['with a relative directory', () => say(join(free), join('..', strict.split('/').at(-1) ?? ''))],
    [
      'through a link',
      () => {
        symlinkSync(join(strict, 'deep'), join(free, 'link'));
        return say(free, 'link');
      },
    ],
  ])('denies what is %s', async (_name, attempt) => {
    writeProjectPolicy(strict, DENY);
    expect(await attempt()).toMatchObject({ status: 'denied', errors: [{ reason: 'denied', executed: false }] });
  });

  it('hides what it hides, whoever asks', async () => {
    writeProjectPolicy(strict, HIDE);
    expect(await say(free, strict)).toMatchObject({ error: { reason: 'unknown_capability' } });
    expect(await say(strict, free)).toMatchObject({ error: { reason: 'unknown_capability' } });
  });

  it('denies everything in it while it is broken', async () => {
    writeProjectPolicy(strict, 'rules: oops');
    const { status, errors } = await say(free, strict);
    expect(status).toBe('denied');
    expect(JSON.stringify(errors)).toContain(join(strict, '.cap-policy.yaml'));
  });

  it('leaves others alone', async () => {
    writeProjectPolicy(strict, DENY);
    expect(await say(free, free)).toMatchObject({ status: 'succeeded' });
  });

  it('is asked where an argument leads into it', async () => {
    const repository = join(strict, 'deep');
    execFileSync('git', ['init', '-q', repository]);
    const run = () => cap(['run', 'git.tag_list', '--args-json', JSON.stringify({ repository })], { cwd: free, env });
    expect(documentOf(await run())).toMatchObject({ status: 'succeeded' });
    writeProjectPolicy(strict, DENY);
    const denied = await run();
    expect(documentOf(denied)).toMatchObject({ status: 'denied', executed: false });
    expect(denied.status).toBe(4);
  });
});

it('the yes for a call is bound to the policies of both places', async () => {
  const snapshot = await probes();
  const touch = await runRequest('probe.touch', { path: 'new' }, snapshot, { cwd: strict });
  const send = async (more: object) =>
    documentOf(await ask('run', { ...touch, ...more }, { cwd: free, env, snapshot })) as unknown as Answer & {
      confirmation?: { confirmation_token: string };
    };
  for (const place of [strict, free]) {
    const named = { tool_call_id: place };
    const { confirmation } = await send(named);
    const token = { ...named, confirmation_token: confirmation?.confirmation_token };
    writeProjectPolicy(
      place,
      'rules: [{name: another, applies_to: {ids: [nothing]}, execute: ask, must_match: [nothing], must_not_match: [x]}]',
    );
    expect(await send(token)).toMatchObject({ status: 'denied', executed: false });
    rmSync(join(place, '.cap-policy.yaml'));
    expect(await send(token)).toMatchObject({ status: 'succeeded' });
    rmSync(join(strict, 'new'));
  }
  expect(barely().HOME).not.toBe(env.HOME);
});
