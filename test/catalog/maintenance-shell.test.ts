import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passFor } from '../nobody/tool-pass.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

describe('maintenance.shell.path_show', () => {
  it('lists the directories in order and finds a command', async () => {
    bench.script('bin/打 招呼', '#!/bin/sh\n');
    bench.script('other/打 招呼', '#!/bin/sh\n');
    bench.write('other/no program', '');
    mkdirSync(join(bench.base, 'open'));
    chmodSync(join(bench.base, 'open'), 0o777);
    const [other, open, gone] = ['other', 'open', 'gone'].map((name) => join(bench.base, name));
    bench.environment.PATH = [bench.bin, other, open, gone].join(':');
    const shown = succeeded(await bench.run('maintenance.shell.path_show', { command: '打 招呼' }));
    expect(shown.entries).toMatchObject([
      {
        position: 1,
        directory: bench.bin,
        is_directory: true,
        executables: 1,
        has_command: true,
        writable_by_others: false,
      },
      { position: 2, directory: other, executables: 1, has_command: true },
      { position: 3, directory: open, executables: 0, writable_by_others: true },
      { position: 4, directory: gone, is_directory: false, executables: null, real_path: null },
    ]);
    expect(shown.command.used.path).toBe(join(bench.bin, '打 招呼'));
    expect(shown.command.also_at).toHaveLength(1);
    const none = succeeded(await bench.run('maintenance.shell.path_show', { command: '-no-such' }));
    expect(none.command).toEqual({ name: '-no-such', used: null, also_at: [] });
  });
});

describe('maintenance.shell.path_duplicates', () => {
  it('sees duplicates through links, missing entries, and hidden programs', async () => {
    bench.script('bin/tool', 'one');
    bench.script('old/tool', 'two');
    bench.link(join(bench.bin, 'tool'), 'same/tool');
    const old = join(bench.base, 'old');
    const same = join(bench.base, 'same');
    const alias = bench.link(bench.bin, 'alias of bin');
    const gone = join(bench.base, 'gone');
    bench.environment.PATH = [bench.bin, same, old, alias, gone, bench.bin].join(':');
    const found = succeeded(await bench.run('maintenance.shell.path_duplicates'));
    expect(found.duplicates).toEqual([
      { position: 4, directory: alias, same_as_position: 1, same_as: bench.bin },
      { position: 6, directory: bench.bin, same_as_position: 1, same_as: bench.bin },
    ]);
    expect(found.missing).toEqual([{ position: 5, directory: gone }]);
    expect(found.shadowed).toEqual([{ name: 'tool', used: join(bench.bin, 'tool'), hidden: [join(old, 'tool')] }]);
    expect(found.suggested_path).toBe([bench.bin, same, old].join(':'));
    const one = succeeded(await bench.run('maintenance.shell.path_duplicates', { command: 'absent' }));
    expect(one).toMatchObject({ shadowed: [], total_shadowed: 0, truncated: false });
  });
});

describe('maintenance.shell.env_show', () => {
  it('shows what actions get, with passwords of addresses hidden', async () => {
    bench.environment.HTTPS_PROXY = 'http://me:very-secret@proxy.example:8080';
    const shown = succeeded(await bench.run('maintenance.shell.env_show', { name: 'proxy' }));
    const proxy = shown.variables.find(({ name }: { name: string }) => name === 'HTTPS_PROXY');
    expect(proxy).toEqual({ name: 'HTTPS_PROXY', value: 'http://********@proxy.example:8080', masked: true });
    const all = succeeded(await bench.run('maintenance.shell.env_show'));
    expect(all.variables).toContainEqual({ name: 'HOME', value: bench.home, masked: false });
  });

  it('masks by name and tells only names of what is kept from actions', () => {
    const tool = ['src/main.ts', '--builtin-tool', 'shell_env_show'];
    const pass = JSON.stringify(passFor('shell_env_show', '{}'));
    const kept = `{ ...${pass}, PATH: process.env.PATH, MY_API_KEY: 'abc', DB_PASSWORD: 'x1', PLAIN: 'seen' }`;
    const parent = `
      const { spawnSync } = require('node:child_process');
      const done = spawnSync(process.execPath, ${JSON.stringify(tool)}, { input: '{}', env: ${kept} });
      process.stdout.write(done.stdout);`;
    const done = spawnSync(process.execPath, ['-e', parent], {
      env: { PATH: process.env.PATH ?? '', ONLY_OUTSIDE_TOKEN: 'hidden-value' },
      cwd: join(import.meta.dirname, '..', '..'),
      encoding: 'utf8',
    });
    const shown = JSON.parse(done.stdout);
    expect(done.stdout).not.toMatch(/abc|x1|hidden-value/);
    expect(shown.not_passed_on).toEqual(['ONLY_OUTSIDE_TOKEN']);
    expect(shown.variables).toContainEqual({ name: 'PLAIN', value: 'seen', masked: false });
    expect(shown.variables).toContainEqual({ name: 'MY_API_KEY', value: '********', masked: true });
  });
});

describe('maintenance.shell.alias_list', () => {
  it('reads aliases of the three shells without running them', async () => {
    bench.write(
      'home/.bashrc',
      `# alias no='x'\nalias ll='ls -l' gs="git \\"status\\""\n[ -f x ] && alias cond=yes # c\nalias ll='ls -la'\ntouch ${bench.base}/ran\n`,
    );
    bench.write('home/.zshrc', "alias -g G='| grep'\nalias push='TOKEN=abc123 deploy'\n");
    bench.write('home/.config/fish/config.fish', "alias 打包 'tar czf'\n");
    const { aliases, files_read } = succeeded(await bench.run('maintenance.shell.alias_list'));
    const mine = aliases.filter(({ file }: { file: string }) => file.startsWith(bench.home));
    expect(mine.map((one: { name: string; expands_to: string }) => [one.name, one.expands_to])).toEqual([
      ['ll', 'ls -l'],
      ['gs', 'git "status"'],
      ['cond', 'yes'],
      ['ll', 'ls -la'],
      ['G', '| grep'],
      ['push', 'TOKEN=******** deploy'],
      ['打包', 'tar czf'],
    ]);
    expect(mine[0]).toMatchObject({ shell: 'bash', line: 2, replaced_later: true });
    expect(mine[3]).toMatchObject({ line: 4, replaced_later: false });
    expect(files_read).toContain(join(bench.home, '.zshrc'));
    const fish = succeeded(await bench.run('maintenance.shell.alias_list', { shell: 'fish', name: '包' }));
    expect(fish.aliases).toHaveLength(1);
  });
});

describe('maintenance.shell.rc_files', () => {
  it('tells what the lines of startup files do, not their values', async () => {
    bench.write(
      'home/.bashrc',
      'export EDITOR=vi\nexport API_TOKEN=do-not-show\nexport PATH="$HOME/bin:$PATH"\n. "$NVM_DIR/nvm.sh"\neval "$(starship init bash)"\n',
    );
    const shown = succeeded(await bench.run('maintenance.shell.rc_files', { shell: 'bash' }));
    const rc = shown.files.find(({ path }: { path: string }) => path === join(bench.home, '.bashrc'));
    expect(rc).toMatchObject({
      exists: true,
      lines: 5,
      changes_path: [{ line: 3, text: 'export PATH="$HOME/bin:$PATH"' }],
      sets: [
        { line: 1, variable: 'EDITOR' },
        { line: 2, variable: 'API_TOKEN' },
        { line: 3, variable: 'PATH' },
      ],
      loads: [{ line: 4, what: '"$NVM_DIR/nvm.sh"' }, { line: 5 }],
    });
    expect(JSON.stringify(shown)).not.toContain('do-not-show');
    const profile = shown.files.find(({ path }: { path: string }) => path === join(bench.home, '.profile'));
    expect(profile).toMatchObject({ exists: false });
    const one = succeeded(await bench.run('maintenance.shell.rc_files', { shell: 'all', variable: 'EDITOR' }));
    const sets = one.files.flatMap(({ sets = [] }: { sets?: { line: number }[] }) => sets);
    expect(sets).toContainEqual({ line: 1, variable: 'EDITOR' });
  });
});
