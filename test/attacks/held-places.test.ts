/**
 * Attacks in the last moment: what a yes was given for is led elsewhere after every look of the run, when the tool is about
 * to start, or has started. Whatever is done then is done to the very directory that was looked at, or not at all.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { objectOf } from '../../src/capability/tool-pass.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { holdBound } from '../../src/toolbox/held.ts';
import type { Tool } from '../../src/toolbox/tool.ts';
import { TOOLS } from '../../src/toolbox/tools.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, catalogOf, openBench, requestOf, waiting } from '../run/capabilities.ts';

let bench: Bench;
let home = '';
beforeEach(() => {
  bench = openBench();
  home = realpathSync(bench.home);
  for (const place of ['place', 'elsewhere']) {
    mkdirSync(at(place));
    writeFileSync(at(place, 'kept'), 'kept\n', { mode: 0o644 });
  }
  writeFileSync(at('mine'), 'mine\n');
});
afterEach(() => bench.close());

const at = (...names: string[]) => join(home, ...names);
/** A link to elsewhere in the place of the directory, which goes on under another name. */
const swap = () => {
  renameSync(at('place'), at('moved'));
  symlinkSync('elsewhere', at('place'));
};
const untouched = () => {
  expect(readdirSync(at('elsewhere'))).toEqual(['kept']);
  expect(readFileSync(at('elsewhere/kept'), 'utf8')).toBe('kept\n');
  expect(statSync(at('elsewhere/kept')).mode & 0o777).toBe(0o644);
};

/** The same call once with a yes, on a machine that is led astray. */
async function confirmed(id: string, args: JsonObject, ports: Partial<RunPorts>): Promise<RunOutcome> {
  const subject = loadCapability(id);
  const asked = waiting(await bench.call(subject, args));
  const request = requestOf(subject, args, { confirmation_token: asked.token });
  return runStages(request, catalogOf(subject), { ...bench.ports, ...ports }, bench.ports.newOperationId());
}

describe('a place that is swapped when the journal says that the call is sent', () => {
  const calls: readonly (readonly [string, JsonObject])[] = [
    ['file.copy', { sources: ['mine'], destination: 'place/new' }],
    ['git.tag_create', { repository: 'place', tag: 'v1' }],
  ];

  it.each(calls)('%s: nothing is started, and nothing is open in the journal', async (id, args) => {
    if (id.startsWith('git')) for (const place of ['place', 'elsewhere']) committed(at(place));
    const states: string[] = [];
    const journal: RunPorts['journal'] = {
      ...bench.ports.journal,
      move: async (operation, state) => {
        states.push(state);
        const moved = await bench.ports.journal.move(operation, state);
        if (state === 'sent') swap();
        return moved;
      },
    };
    const outcome = await confirmed(id, args, { journal });
    expect(outcome).toMatchObject({ kind: 'refusal', executed: false });
    expect(outcome).toHaveProperty('message', expect.stringContaining('when the call was checked'));
    expect(states).toEqual(['sent', 'rejected']);
    expect(existsSync(at('elsewhere/new'))).toBe(false);
  });

  it('and after the last look at it, the tool itself refuses, before it has begun', async () => {
    const execute: RunPorts['execute'] = (execution) =>
      bench.ports.execute({
        ...execution,
        isInPlace: async () => {
          const is = await execution.isInPlace();
          swap();
          return is;
        },
      });
    const outcome = await confirmed('file.permissions_set', { paths: ['place/kept'], mode: '600' }, { execute });
    expect(outcome).toMatchObject({ kind: 'finished', status: 'failed' });
    expect(outcome).not.toHaveProperty('partly');
    untouched();
    expect(statSync(at('moved/kept')).mode & 0o777).toBe(0o644);
  });
});

function committed(cwd: string): void {
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...argv], { cwd });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'x');
}

/** In this very process, as the child does it: what is bound is held, then everything is swapped, then the tool acts. */
describe.skipIf(process.platform !== 'linux')('a place that is swapped when the tool has it in hand', () => {
  const hold = (...paths: string[]) => {
    const standing = (path: string) => objectOf(statSync(path, { bigint: true }));
    holdBound({ places: paths.map((path) => [path, standing(path)]), programs: [] });
  };
  const act = async (tool: string, args: JsonObject) => {
    const load = TOOLS[tool] as () => Promise<Tool>;
    return (await load()).run(args, { cwd: home });
  };

  it.each<[tool: string, args: JsonObject]>([
    ['file_copy', { sources: ['mine'], destination: 'place/new/deep' }],
    ['file_move', { sources: ['mine'], destination: 'place/new' }],
    ['file_move', { sources: ['place/kept'], destination: 'new' }],
    ['file_delete', { paths: ['place/kept'], max_entries: 10 }],
    ['file_delete', { paths: ['place'], recursive: true, max_entries: 10 }],
    ['file_permissions_set', { paths: ['place/kept'], mode: '777' }],
    ['file_permissions_set', { paths: ['place'], mode: '777', recursive: true }],
    ['text_replace', { paths: ['place'], pattern: 'kept', replacement: 'gone', max_files: 10 }],
    ['file_rename_batch', { path: 'place', pattern: 'kept', replacement: 'gone' }],
    ['file_symlink_create', { target: 'mine', link: 'place/new' }],
    ['archive_create', { paths: ['mine'], output: 'place/new.zip' }],
    ['file_trash', { paths: ['place/kept'] }],
  ])('%s %j', async (tool, args) => {
    const trash = mkdtempSync(join(tmpdir(), 'cap-held-'));
    process.env.XDG_DATA_HOME = trash;
    try {
      hold(home, at('place'), at('mine'), at('place/kept'));
      swap();
      await Promise.resolve(act(tool, args)).catch(() => {});
      untouched();
    } finally {
      delete process.env.XDG_DATA_HOME;
      rmSync(trash, { recursive: true });
    }
  });

  it('is worked on where it is now, and what stands below it in the place of another is not', async () => {
    hold(home, at('place'), at('place/kept'));
    swap();
    await act('file_permissions_set', { paths: ['place/kept'], mode: '600' });
    expect(statSync(at('moved/kept')).mode & 0o777).toBe(0o600);
    renameSync(at('moved/kept'), at('moved/other'));
    writeFileSync(at('moved/kept'), 'secret\n');
    await expect(act('file_copy', { sources: ['place/kept'], destination: 'copy' })).resolves.toMatchObject({
      complete: false,
    });
    expect(existsSync(at('copy'))).toBe(false);
    chmodSync(at('moved/kept'), 0o644);
  });
});
