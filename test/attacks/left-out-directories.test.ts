/** A directory that is left out is the one where the call runs: what is taken there is taken as much as if it were named. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { projectOf } from '../../src/platform/repository.ts';
import { affectedResources } from '../../src/run/decide.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import { takenWhole } from '../../src/run/taken-whole.ts';
import { capability, command } from '../run/capabilities.ts';
import { catalogActions } from './catalog-actions.ts';

const ports = {
  leadsTo: async (text: string, base: string) => [text === '.' ? base : `${base}/${text}`],
  projectOf: (_directory: string): string | undefined => undefined,
};
/** What these two know of a frozen call. */
const frozen = (subject: Capability, args: JsonObject) => ({
  capability: subject,
  arguments: args,
  cwd: '/where/it/runs',
  places: [],
  below: [],
});
const CHANGES = catalogActions().filter(({ sideEffect }) => sideEffect !== 'R');

it('counts in every action of the catalog whose directory may be left out, and is shown', async () => {
  const those = CHANGES.filter(
    ({ argumentsSchema, affectedResources: lines }) =>
      Object.hasOwn((argumentsSchema?.properties ?? {}) as object, 'directory') &&
      !((argumentsSchema?.required ?? []) as readonly string[]).includes('directory') &&
      lines.some((line) => line.includes('{directory}')),
  );
  expect(those.map(({ id }) => id)).toEqual(expect.arrayContaining(['dev.build.clean', 'dev.lint.fix']));
  for (const subject of those) {
    const args = applyDefaults(subject.argumentsSchema as JsonObject, {});
    expect(await takenWhole(frozen(subject, args), '/own', ports), subject.id).toContain('/where/it/runs');
    expect(affectedResources(frozen(subject, args)), subject.id).toHaveLength(subject.affectedResources.length);
  }
});

it('is a part of its project, and what works on that takes all of it: what stands beside the directory, too', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-project-')));
  for (const name of ['project/here/deep', 'project/beside', 'alone/.git'])
    mkdirSync(join(home, name), { recursive: true });
  for (const name of ['package.json', 'project/Cargo.toml']) writeFileSync(join(home, name), '');
  const projects = CHANGES.filter(({ handler }) => handler?.kind === 'builtin' && handler.tool.startsWith('dev_'));
  expect(projects.map(({ id }) => id)).toContain('dev.build.clean');
  const real = { ...ports, projectOf };
  for (const subject of projects) {
    const taken = (cwd: string, args: JsonObject) =>
      takenWhole({ ...frozen(subject, args), cwd: join(home, cwd) }, '/own', real);
    expect(await taken('project/here/deep', {}), subject.id).toContain(join(home, 'project'));
    expect(await taken('project', { directory: 'here' }), subject.id).toContain(join(home, 'project'));
    // No tool goes on above a repository.
    expect(await taken('alone', {}), subject.id).not.toContain(home);
  }
  rmSync(home, { recursive: true });
});

it('of all that an action of the catalog says to touch, only what lies in no directory of the caller has no default', () => {
  const open = CHANGES.flatMap(({ id, argumentsSchema, affectedResources: lines }) => {
    const { properties = {}, required = [] } = (argumentsSchema ?? {}) as { properties?: object; required?: string[] };
    const names = lines.flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string));
    const filled = applyDefaults({ properties } as JsonObject, {});
    return names
      .filter((name) => !required.includes(name) && !Object.hasOwn(filled, name))
      .map((name) => `${id} ${name}`);
  });
  // A new directory with nothing in it, and the Python of the system.
  expect(open.sort()).toEqual(['file.archive.extract destination', 'maintenance.python.pip_install environment']);
});

it('counts where the handler of any catalog runs in it, and no line is dropped', async () => {
  const subject = capability({
    sideEffect: 'W-local',
    affectedResources: ['all in {place}', '{other} of {place}'],
    handler: command({ cwd: { arg: 'place' } }),
  });
  expect(await takenWhole(frozen(subject, {}), '/own', ports)).toContain('/where/it/runs');
  expect(await takenWhole(frozen(subject, { place: 'p' }), '/own', ports)).not.toContain('/where/it/runs');
  expect(await takenWhole(frozen({ ...subject, sideEffect: 'R' }, {}), '/own', ports)).toEqual([]);
  const lines = affectedResources(frozen(subject, { other: ['a', 'b'] }));
  expect(lines).toEqual(['all in (place left out)', 'a of (place left out)', 'b of (place left out)']);
});
