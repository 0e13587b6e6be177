/**
 * The look at a change is taken where the change is made, however its place is spelled: relative, absolute, over a link. The
 * looks are real, taken in this process.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import type { Look, Looked, RunPorts } from '../../src/run/ports.ts';
import { runStages } from '../../src/run/stages.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { argumentNames, catalogActions } from '../attacks/catalog-actions.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, catalogOf, openBench, requestOf } from './capabilities.ts';

/** `place` is the argument that names where; the rest is as it is for every spelling. */
type Placed = { readonly place: string; readonly within: string; readonly list?: true; readonly args: JsonObject };

const SUBJECTS: { readonly [id: string]: Placed } = {
  'git.amend_message': { place: 'repository', within: 'sub', args: { message: 'better' } },
  'git.branch_create': { place: 'repository', within: 'sub', args: { branch: 'new' } },
  'git.branch_delete': { place: 'repository', within: 'sub', args: { branches: ['side'] } },
  'git.clean': { place: 'repository', within: 'sub', args: { paths: ['.'] } },
  'git.commit': { place: 'repository', within: 'sub', args: { message: 'x', what: 'tracked' } },
  'git.config_set': { place: 'repository', within: 'sub', args: { name: 'pull.ff', value: 'only' } },
  'git.discard_changes': { place: 'repository', within: 'sub', args: { paths: ['.'] } },
  'git.fetch': { place: 'repository', within: 'sub', args: {} },
  'git.force_push': { place: 'repository', within: 'sub', args: { remote: 'origin', branch: 'main' } },
  'git.pull': { place: 'repository', within: 'sub', args: {} },
  'git.push': { place: 'repository', within: 'sub', args: {} },
  'git.stash_pop': { place: 'repository', within: 'sub', args: {} },
  'git.stash_save': { place: 'repository', within: 'sub', args: {} },
  'git.switch': { place: 'repository', within: 'sub', args: { target: 'side' } },
  'git.tag_create': { place: 'repository', within: 'sub', args: { tag: 'new' } },
  'git.undo_last_commit': { place: 'repository', within: 'sub', args: {} },
  'dev.build.clean': { place: 'directory', within: 'sub', args: {} },
  'file.delete': { place: 'paths', within: 'sub/new', list: true, args: {} },
  'file.rename_batch': { place: 'path', within: 'sub', args: { pattern: 'new', replacement: 'old', preview: false } },
  'file.text.encoding_convert': {
    place: 'paths',
    within: 'sub/new',
    list: true,
    args: { from: 'utf-8', to: 'utf-16le' },
  },
};
/** What these would touch is in no directory. */
const NOWHERE = [
  'maintenance.docker.prune',
  'maintenance.python.conda_env_remove',
  'system.cron.remove',
  'system.process.kill',
];

let bench: Bench;
let ports: RunPorts;
let home = '';
beforeAll(() => {
  bench = openBench();
  home = realpathSync(bench.home);
  ports = { ...bench.ports, preview: lookHere };
  // One repository in another under the same name: a look that takes the place twice finds the inner one.
  for (const [path, name] of [
    ['sub', 'outer'],
    ['sub/sub', 'innermost'],
  ] as const) {
    const cwd = join(home, path);
    mkdirSync(cwd, { recursive: true });
    const git = (...argv: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...argv], { cwd, stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    writeFileSync(join(cwd, 'kept'), name);
    writeFileSync(join(cwd, 'package.json'), '{}');
    writeFileSync(join(cwd, '.gitignore'), 'dist');
    mkdirSync(join(cwd, 'dist'));
    writeFileSync(join(cwd, 'dist', 'made'), `made of ${name}`);
    git('add', 'kept', 'package.json', '.gitignore');
    git('commit', '-qm', name);
    git('branch', 'side');
    git('clone', '-q', '--bare', '.', join(home, `${name}.git`));
    git('remote', 'add', 'origin', join(home, `${name}.git`));
    git('fetch', '-q', 'origin');
    git('commit', '-q', '--allow-empty', '-m', `${name} again`);
    writeFileSync(join(cwd, 'kept'), `${name} changed`);
    writeFileSync(join(cwd, 'new'), `new in ${name}`);
  }
  symlinkSync('sub', join(home, 'link'));
});
afterAll(() => bench.close());

async function lookHere({ tool, stdin, cwd }: Look): Promise<Looked> {
  const { exitCode, stdout, stderr } = await runBuiltinTool(tool, stdin, { cwd });
  if (exitCode !== 0)
    return { kind: 'failed', ...(JSON.parse(stderr) as { error: { reason: string; message: string } }).error };
  return { kind: 'seen', ...(JSON.parse(stdout) as { affected: string[]; state: null }) };
}

async function seenOf(id: string, spelled: (path: string) => string, more: JsonObject = {}) {
  const { place, within, list, args } = SUBJECTS[id] as Placed;
  const value = spelled(within);
  const subject = loadCapability(id);
  const request = requestOf(subject, { ...args, [place]: list ? [value] : value }, { dry_run: true, ...more });
  const outcome = await runStages(request, catalogOf(subject), ports, 'operation-1');
  if (outcome.kind !== 'dry_run') throw new Error(JSON.stringify(outcome));
  return outcome.frozen.seen;
}

describe('what a change would touch', () => {
  it('is looked at by these', () => {
    const looking = catalogActions().filter(({ preview }) => preview !== undefined);
    expect(looking.map(({ id }) => id).sort()).toEqual([...Object.keys(SUBJECTS), ...NOWHERE].sort());
    for (const one of looking.filter(({ id }) => NOWHERE.includes(id))) {
      expect(argumentNames(one).filter((name) => /path|directory|repository|file/.test(name))).toEqual([]);
    }
  });

  it.each(Object.keys(SUBJECTS))('is the same for each spelling of its place: %s', async (id) => {
    const absolute = await seenOf(id, (path) => join(home, path));
    expect(absolute?.affected).not.toEqual([]);
    expect(JSON.stringify(absolute?.affected)).not.toContain('inner');
    expect(await seenOf(id, (path) => path)).toEqual(absolute);
    if (id.startsWith('git.')) expect(await seenOf(id, () => 'link')).toEqual(absolute);
    expect(await seenOf(id, (path) => resolve(home, 'sub', path))).not.toEqual(absolute);
  });
});
