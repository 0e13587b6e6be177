/** Attacks through what built-in tools may do: lifting the rules by a small change. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { loadCapability } from '../catalog/run-capability.ts';

let home = '';
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = process.env;
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-tools-')));
  process.env = { PATH: before.PATH, HOME: home };
  mkdirSync(join(home, '.config/cap'), { recursive: true });
  mkdirSync(join(home, '.local/state/cap/audit'), { recursive: true });
  mkdirSync(join(home, 'work'));
  writeFileSync(join(home, '.config/cap/policy.yaml'), 'version: policy.v1\n');
  writeFileSync(join(home, '.local/state/cap/audit/audit-000001.jsonl'), 'kept\n');
  writeFileSync(join(home, 'work/.cap-policy.yaml'), 'version: policy.v1\n');
  writeFileSync(join(home, 'work/mine'), 'evil\n');
});
afterEach(() => {
  process.env = before;
  rmSync(home, { recursive: true, force: true });
});

async function tool(id: string, args: JsonObject) {
  const { handler, argumentsSchema } = loadCapability(id);
  if (handler?.kind !== 'builtin') throw new Error(id);
  const given = JSON.stringify(applyDefaults(argumentsSchema, args));
  return runBuiltinTool(handler.tool, given, { cwd: join(home, 'work') });
}

describe('the places from which cap is governed', () => {
  it.each<[string, JsonObject]>([
    ['file.copy', { sources: ['mine'], destination: '../.config/cap/trusted-snapshots' }],
    ['file.move', { sources: ['mine'], destination: '../.config/cap/trusted-snapshots' }],
    ['file.move', { sources: ['../.config/cap/policy.yaml'], destination: 'away' }],
    ['file.move', { sources: ['../.config'], destination: 'away' }],
    ['file.move', { sources: ['.cap-policy.yaml'], destination: 'away' }],
    ['file.delete', { paths: ['../.local/state/cap/audit'], recursive: true }],
    ['file.delete', { paths: ['.cap-policy.yaml'] }],
    ['file.trash', { paths: ['../.config/cap'] }],
    ['file.symlink_create', { target: 'mine', link: '../.config/cap/trusted-snapshots' }],
    ['file.archive.create', { paths: ['mine'], output: '../.config/cap/a.zip' }],
    ['file.rename_batch', { path: '../.config/cap', pattern: 'policy', replacement: 'x' }],
  ])('%s %j leaves them as they are', async (id, args) => {
    const { exitCode, stderr } = await tool(id, args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('where cap itself is governed from')]);
    expect(readFileSync(join(home, '.config/cap/policy.yaml'), 'utf8')).toBe('version: policy.v1\n');
    expect(readFileSync(join(home, '.local/state/cap/audit/audit-000001.jsonl'), 'utf8')).toBe('kept\n');
    expect(existsSync(join(home, 'work/.cap-policy.yaml'))).toBe(true);
    expect(existsSync(join(home, '.config/cap/trusted-snapshots'))).toBe(false);
  });

  it('are not reached by a link either', async () => {
    symlinkSync('../.config/cap', join(home, 'work/link'));
    const { stderr } = await tool('file.copy', { sources: ['mine'], destination: 'link/trusted-snapshots' });
    expect(stderr).toContain('where cap itself is governed from');
  });
});
