/** Changes of the default catalog that are looked after: the answer says what a second capability has found. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cap, documentOf, emptyDirectory } from './executable.ts';

it.each([
  ['git.tag_create', ['--tag', 'v1.0'], 'git.tag_list', ['tag', '--list']],
  [
    'git.branch_create',
    ['--branch', 'feature/x'],
    'git.branch_list',
    ['branch', '--list', '--format=%(refname:short)'],
  ],
])('%s is verified by %s', async (id, args, by, listing) => {
  const home = emptyDirectory('cap-verified-');
  mkdirSync(join(home, '.config', 'cap'), { recursive: true });
  writeFileSync(join(home, '.config', 'cap', 'policy.yaml'), 'version: policy.v1\nmode: auto\n');
  mkdirSync(join(home, 'repository'));
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...argv], {
      cwd: join(home, 'repository'),
      encoding: 'utf8',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home },
    });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const call = { env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') }, cwd: home };
  // A relative directory: the look must stand where the change stood.
  const run = await cap(['run', id, ...args, '--repository', 'repository', '--json'], call);
  expect(documentOf(run)).toMatchObject({
    status: 'succeeded',
    business_status: 'succeeded',
    evidence: { verified: 'succeeded', verification: { canonical_path: by, verdict: 'took_effect' } },
  });
  expect(git(...listing)).toContain(args[1]);
});
