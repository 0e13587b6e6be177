/** Attacks on the hidden entry of built-in tools: whoever starts one without a run goes around every stage. */
import { type SpawnSyncOptionsWithStringEncoding, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXECUTABLE } from '../../scripts/build/root.ts';
import { PASS_VARIABLE, passText } from '../../src/capability/tool-pass.ts';
import { passFor } from '../nobody/tool-pass.ts';

const TOOL = 'file_delete';

let home = '';
let victim = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap entry '));
  victim = join(home, 'victim.txt');
  writeFileSync(victim, 'mine');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const input = () => JSON.stringify({ paths: [victim], permanent: true });

function start(env: Record<string, string>, tool = TOOL, stdin = input()) {
  const options: SpawnSyncOptionsWithStringEncoding = {
    input: stdin,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, ...env },
    cwd: home,
  };
  return spawnSync(EXECUTABLE, ['--builtin-tool', tool], options);
}

describe('the hidden entry', () => {
  const refused = (env: Record<string, string>, tool?: string, stdin?: string) => {
    const { status, stdout, stderr } = start(env, tool, stdin);
    expect([status, stderr]).toEqual([4, '']);
    expect(JSON.parse(stdout)).toMatchObject({ version: 'error.v1', error: { reason: 'denied', executed: false } });
    expect(existsSync(victim)).toBe(true);
  };
  const written = (text: string, mode = 0o600) => {
    const path = join(home, 'pass');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return { [PASS_VARIABLE]: path };
  };

  it('works for whom a run has left a pass, once', () => {
    const pass = passFor('memory_usage', '{}');
    expect(start(pass, 'memory_usage', '{}').status).toBe(0);
    refused(pass, 'memory_usage', '{}');
  });

  it.each<[string, () => Record<string, string>]>([
    ['no pass', () => ({})],
    ['an invocation of its own', () => ({ CAP_INVOCATION: '0'.repeat(32) })],
    ['an empty name', () => ({ [PASS_VARIABLE]: '' })],
    ['a name that leads nowhere', () => ({ [PASS_VARIABLE]: join(home, 'none') })],
    ['a relative name', () => ({ [PASS_VARIABLE]: 'pass', ...(written(passText(TOOL, input())) && {}) })],
    ['a device', () => ({ [PASS_VARIABLE]: '/dev/zero' })],
    ['the pass of another tool', () => written(passText('file_copy', input()))],
    ['the pass of another input', () => written(passText(TOOL, '{}'))],
    ['a pass that others can read', () => written(passText(TOOL, input()), 0o644)],
    [
      'a link to a pass',
      () => {
        const { [PASS_VARIABLE]: path = '' } = written(passText(TOOL, input()));
        symlinkSync(path, join(home, 'link'));
        return { [PASS_VARIABLE]: join(home, 'link') };
      },
    ],
  ])('is shut for %s', (_name, env) => refused(env()));

  it('is shut before it waits for stdin', async () => {
    const child = spawn(EXECUTABLE, ['--builtin-tool', TOOL], { env: { PATH: process.env.PATH } });
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect(status).toBe(4);
  });
});
