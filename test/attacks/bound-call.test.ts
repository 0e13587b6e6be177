/**
 * What a yes is bound to, for every action of the catalog at once: where its paths lead, what stands there, the programs
 * that it may start. Asked in memory: nothing is executed, and the machine has every program.
 */
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capability, Json, JsonObject } from '../../src/capability/capability.ts';
import type { Decision } from '../../src/run/decide.ts';
import type { Frozen } from '../../src/run/freeze.ts';
import { findPlaces } from '../../src/run/places.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { runStages } from '../../src/run/stages.ts';
import { type Bench, catalogOf, openBench, requestOf } from '../run/capabilities.ts';
import { catalogActions } from './catalog-actions.ts';

let bench: Bench;
let ports: RunPorts;
beforeAll(() => {
  bench = openBench();
  ports = {
    ...bench.ports,
    os: 'linux',
    findExecutable: async (name) => ({ path: `/programs/${name}`, realPath: `/programs/${name}` }),
    fingerprint: async ({ path }) => ({ identity: path, contentHash: path }),
    networkGate: async () => ({ kind: 'none', why: 'there is none here' }),
    realDirectory: async (path) => ({ kind: 'directory', path: path.startsWith('/') ? path : `/real/${path}` }),
    leadsTo: async (text, base) => [`${base}/${text}`, `/led/${text}`],
    objectAt: async (path) => `object of ${path}`,
    preview: async () => ({ kind: 'seen', affected: [], state: null }),
  };
});
afterAll(() => bench.close());

const ACTIONS = catalogActions().filter(({ os }) => os.length === 0 || os.includes('linux'));
const BUILTIN = ACTIONS.filter(({ handler }) => handler?.kind === 'builtin');

type Planned = { readonly frozen: Frozen; readonly decision: Decision };

async function planned(subject: Capability, world: RunPorts = ports): Promise<Planned> {
  const args = (subject.examples[0]?.arguments ?? {}) as JsonObject;
  const request = requestOf(subject, args, { dry_run: true });
  const outcome = await runStages(request, catalogOf(subject), world, 'operation-1');
  if (outcome.kind !== 'dry_run') throw new Error(`${subject.id}: ${JSON.stringify(outcome)}`);
  return outcome;
}

const textsOf = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value as JsonObject).flatMap(textsOf)
      : [];

describe('where links lead', () => {
  it('is frozen for every action that asks for a yes, of every text of its arguments; for no other', async () => {
    const askedOf: string[] = [];
    for (const subject of ACTIONS) {
      const { frozen, decision } = await planned(subject);
      const led = frozen.places.flatMap(({ given, real }) => (real === null ? [] : [given]));
      if (decision.kind === 'allowed') expect(frozen.places, subject.id).toEqual([]);
      else {
        const texts = textsOf(frozen.arguments).filter((text) => text !== '' && text.length <= 4096);
        expect(led, subject.id).toEqual(expect.arrayContaining(texts));
        expect(frozen.described.places, subject.id).toHaveLength(frozen.places.length);
        askedOf.push(subject.id);
      }
    }
    const reads = ACTIONS.filter(({ id, sideEffect }) => sideEffect === 'R' && askedOf.includes(id));
    for (const { confirmation, id } of reads) expect(confirmation, id).not.toBe('none');
    const changes = ACTIONS.filter(({ sideEffect }) => sideEffect !== 'R').map(({ id }) => id);
    expect(askedOf).toEqual(expect.arrayContaining(changes));
  });

  it.each<[string, JsonObject, string]>([
    ['a text of two lines', { path: 'a\nb' }, 'a\nb'],
    ['one deep inside', { files: [{ from: { here: 'deep' } }] }, 'deep'],
    ['a name of spaces', { path: ' ' }, ' '],
  ])('is looked up for %s', async (_name, args, text) => {
    const places = await findPlaces({ arguments: args, base: '/base', cwd: '/cwd' }, ports);
    const led = `/led/${text}`;
    expect(places).toContainEqual({ given: text, path: led, real: led, object: `object of ${led}` });
    for (const base of ['/base', '/cwd']) {
      const path = `${base}/${text}`;
      expect(places).toContainEqual({ given: text, path, real: null, object: `object of ${path}` });
    }
  });

  it('is looked up below each directory that another argument names, and for the directory that it runs in', async () => {
    const args = { directory: 'p', paths: ['l'] };
    const places = await findPlaces({ arguments: args, base: '/here', cwd: '/here' }, ports);
    const path = '/real/p/l';
    expect(places).toContainEqual({ given: 'l', path, real: null, object: `object of ${path}` });
    expect(places[0]).toMatchObject({ given: '/here' });
  });

  it('is looked up for no text that can be no path', async () => {
    const args = { one: 'a\0b', two: 'x'.repeat(5000), three: '' };
    const places = await findPlaces({ arguments: args, base: '/here', cwd: '/here' }, ports);
    expect(places.map(({ given }) => given)).not.toEqual(expect.arrayContaining([args.one]));
    expect(new Set(places.map(({ given }) => given))).toEqual(new Set(['/here']));
  });
});

describe('programs that an action asks for', () => {
  const WITH_PROGRAMS = ACTIONS.filter(({ executables }) => executables.length > 0);

  it('are frozen with every call', async () => {
    expect(WITH_PROGRAMS.filter((one) => BUILTIN.includes(one)).length).toBeGreaterThan(50);
    for (const subject of WITH_PROGRAMS) {
      const { frozen } = await planned(subject);
      const bound = [frozen.executable, ...frozen.programs.map(({ executable }) => executable)];
      const names = bound.map(({ path }) => basename(path));
      expect(names, subject.id).toEqual(expect.arrayContaining(subject.executables.map(({ name }) => name)));
      expect(new Set(names).size, subject.id).toBe(names.length);
    }
  });

  it('are shown, and another one in the place of any of them makes another call, of all builtin ones', async () => {
    for (const subject of WITH_PROGRAMS.filter((one) => BUILTIN.includes(one))) {
      const { frozen, decision } = await planned(subject);
      for (const { name } of subject.executables) {
        expect(frozen.words, subject.id).toMatch(new RegExp(`, using .*/programs/${name}\\b`));
        if (decision.kind === 'confirmation_required') expect(decision.summary).toContain(`/programs/${name}`);
        const planted = { path: `/planted/${name}`, realPath: `/planted/${name}` };
        const findExecutable: RunPorts['findExecutable'] = async (asked) =>
          asked === name ? planted : ports.findExecutable(asked);
        const other = await planned(subject, { ...ports, findExecutable });
        expect(other.frozen.inputHash, `${subject.id}: ${name}`).not.toBe(frozen.inputHash);
      }
    }
  });

  it('and those that it only may start: one that appears, vanishes or is another one makes another call', async () => {
    const subjects = ACTIONS.filter(({ mayStart }) => mayStart !== undefined);
    expect(subjects.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['dev.build.run', 'dev.test.run', 'dev.lint.fix']),
    );
    for (const subject of subjects) {
      const { frozen } = await planned(subject);
      for (const name of subject.mayStart ?? []) {
        expect(frozen.words, subject.id).toContain(`/programs/${name}`);
        for (const found of [undefined, { path: `/planted/${name}`, realPath: `/planted/${name}` }]) {
          const findExecutable: RunPorts['findExecutable'] = async (asked) =>
            asked === name ? found : ports.findExecutable(asked);
          const other = await planned(subject, { ...ports, findExecutable });
          expect(other.frozen.inputHash, `${subject.id}: ${name}`).not.toBe(frozen.inputHash);
          expect(other.frozen.absent, subject.id).toEqual(found === undefined ? [name] : []);
        }
      }
    }
  });
});
