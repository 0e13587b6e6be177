/** Whoever takes a directory away does so to the projects below it: their policies are asked, bounded, and reads never look. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyInForce } from '../../src/platform/policy-in-force.ts';
import { projectsBelow } from '../../src/platform/projects-below.ts';
import { openCatalog, runIn, worldOf } from './world.ts';

const snapshot = openCatalog();
let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap below ')));
  for (const name of ['config/cap', 'work/repo/deep', 'here', 'elsewhere'])
    mkdirSync(join(home, name), { recursive: true });
  // Small changes pass without a yes where no project says otherwise.
  writeFileSync(join(home, 'config/cap/policy.yaml'), 'version: policy.v1\nmode: auto\n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const forbid = (directory: string) =>
  writeFileSync(join(home, directory, '.cap-policy.yaml'), 'version: policy.v1\nmode: read-only\n');
const fill = (directory: string, entries: number) => {
  mkdirSync(join(home, directory));
  for (let name = 0; name < entries; name += 1) writeFileSync(join(home, directory, String(name)), '');
};

async function run(id: string, args: object) {
  const environment = { XDG_CONFIG_HOME: join(home, 'config') };
  const { ready, policy, policyOf } = policyInForce(() => ({ environment, cwd: join(home, 'here') }));
  await ready();
  const world = { ...worldOf(snapshot, policy), policyOf };
  const { errors, confirmation, rule } = await runIn(world, id, args, { dry_run: true });
  return { rule, outcome: errors?.[0].reason ?? (confirmation === undefined ? 'allowed' : 'asked') };
}

const DENIED = { outcome: 'denied', rule: 'mode read-only of the project policy' };
const touch = (path: string) => run('text.touch', { path: join(home, path) });

describe('a project below what a change takes', () => {
  it('has a say, however deep it stands', async () => {
    expect(await touch('work')).toMatchObject({ outcome: 'allowed' });
    forbid('work/repo/deep');
    expect(await touch('work')).toEqual(DENIED);
    expect(await touch('work/repo')).toEqual(DENIED);
    expect(await touch('work/other')).toMatchObject({ outcome: 'allowed' });
    expect(await touch('elsewhere')).toMatchObject({ outcome: 'allowed' });
  });

  it('is not asked by what only reads, nor behind a link', async () => {
    forbid('work/repo');
    expect(await run('text.echo', { text: join(home, 'work') })).toMatchObject({ outcome: 'allowed' });
    symlinkSync(join(home, 'work'), join(home, 'elsewhere', 'link'));
    expect(await touch('elsewhere')).toMatchObject({ outcome: 'allowed' });
  });

  it('that nobody can look for in time is a question to whoever wants the change', async () => {
    let path = 'work';
    for (let level = 0; level < 18; level += 1) path = join(path, 'd');
    mkdirSync(join(home, path), { recursive: true });
    expect(await touch('work')).toMatchObject({
      outcome: 'asked',
      rule: expect.stringContaining('more stands below it than can be looked through'),
    });
  });
});

it('the look is bounded by entries, and says so', async () => {
  fill('many', 50);
  expect(await projectsBelow([join(home, 'many')], 49)).toEqual({ directories: [], complete: false });
  expect(await projectsBelow([join(home, 'many')], 50)).toEqual({ directories: [], complete: true });
  expect(await projectsBelow([join(home, 'many/1'), join(home, 'none')])).toEqual({ directories: [], complete: true });
});
