/** Attacks through what a caller may write: argument values, names, ids and references. Each is a real attempt with a real child. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { type Bench, capability, command, finished, openBench } from '../run/capabilities.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** Nothing but the state directory may have come into being. */
const nothingHappened = () => expect(readdirSync(bench.home).filter((name) => name !== 'state')).toEqual([]);

const print = capability({ handler: command({ executable: 'printf', argv: ['%s', { arg: 'text', prefix: 'v=' }] }) });

describe('a value stays a value', () => {
  it.each([
    ['$(touch pwned)'],
    ['`touch pwned`'],
    ['; touch pwned'],
    ['&& touch pwned'],
    ['| tee pwned'],
    ['\ntouch pwned\n'],
    ["'; touch pwned; '"],
    ['"; touch pwned; "'],
    ['> pwned'],
    [`$${'{IFS}'}touch$${'{IFS}'}pwned`],
    ['*'],
    ['~root'],
    ['%n%s%x'],
    ['\u202ereversed'],
    ['a\\0b'],
  ])('%j', async (text) => {
    expect(finished(await bench.call(print, { text })).evidence).toMatchObject({ exitCode: 0 });
    const { evidence } = finished(await bench.call(print, { text }));
    const kept = await bench.ports.readResult(evidence.resultRef ?? '', 'stdout');
    expect(new TextDecoder().decode(kept?.bytes)).toBe(`v=${text}`);
    nothingHappened();
  });

  it('that begins with a dash is no option', async () => {
    const subject = capability({ handler: command({ executable: 'touch', argv: [{ arg: 'file' }] }) });
    for (const file of ['--help', '-r/etc/passwd', '--reference=/etc/passwd', '-']) {
      expect(await bench.call(subject, { file })).toMatchObject({ kind: 'invalid_arguments' });
    }
    nothingHappened();
  });

  it('that begins with a dash in a place for paths is a path', async () => {
    const subject = capability({ handler: command({ executable: 'touch', argv: [{ arg: 'file', path: true }] }) });
    expect(finished(await bench.call(subject, { file: '--help' })).status).toBe('succeeded');
    expect(existsSync(join(bench.home, '--help'))).toBe(true);
  });

  it('with NUL is refused: no argument can carry it', async () => {
    expect(await bench.call(print, { text: 'a\0b' })).toMatchObject({ kind: 'invalid_arguments' });
    nothingHappened();
  });

  it('longer than the system takes is refused before anything starts', async () => {
    expect(await bench.call(print, { text: 'x'.repeat(200_000) })).toMatchObject({ kind: 'invalid_arguments' });
    nothingHappened();
  });
});

describe('a name from outside reaches no prototype', () => {
  const strict = capability({
    argumentsSchema: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
    affectedResources: ['{__proto__}', '{constructor}', '{a}'],
    handler: command({ executable: 'true' }),
  });

  it.each(['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"prototype":1}'])(
    '%s',
    async (text) => {
      expect(await bench.call(strict, JSON.parse(text))).toMatchObject({ kind: 'invalid_arguments' });
      const open = capability({ handler: command({ executable: 'true', argv: [{ arg: '__proto__', prefix: 'x' }] }) });
      expect((await bench.call(open, JSON.parse(text))).kind).toBe('finished');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  it('nor does a template of affected resources', async () => {
    const outcome = await bench.call(strict, { a: 'x' }, { dry_run: true });
    expect(outcome.kind).toBe('dry_run');
    const { response } = (await bench.answer(strict, { a: 'x' }, { dry_run: true })) as {
      response: { plan: { affected_resources: string[] } };
    };
    expect(response.plan.affected_resources).toEqual(['(__proto__ left out)', '(constructor left out)', 'x']);
  });
});

describe('an id or a reference that only looks like one', () => {
  const ask = async (name: string, request: object) => {
    const verb = VERBS.find((one) => one.name === name);
    if (verb === undefined) throw new Error(name);
    const { body } = await dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), worldOf(openCatalog()));
    return JSON.parse(body);
  };

  it.each([
    'text.ech\u043e',
    'text\u2024echo',
    'text.echo\u200b',
    'ｔext.echo',
    'text.echo.',
    '../text.echo',
    '__proto__',
    'constructor',
    'toString',
  ])('is unknown: %j', async (canonical_path) => {
    const { error } = await ask('inspect', { version: 'schema-inspect.v1', canonical_path });
    expect(['unknown_capability', 'forbidden_character', 'invalid_value']).toContain(error.reason);
  });

  it.each(['../../../etc/passwd', '..', '/etc/passwd', 'a'.repeat(32).replace('a', '/'), '0'.repeat(31), '__proto__'])(
    'opens no file: %j',
    async (ref) => {
      expect(await bench.ports.readResult(ref, 'stdout')).toBeUndefined();
    },
  );
});

it('a megabyte of JSON in one line comes back bounded, and whole in the store', async () => {
  const script =
    'process.stdout.write(JSON.stringify({ list: Array.from({ length: 60000 }, (_, i) => "item number " + i) }))';
  const handler = command({ argv: ['-e', script], output: { format: 'json' } });
  const { response } = (await bench.answer(capability({ handler }))) as unknown as {
    response: { evidence: { truncated: boolean; result_ref: string; stdout: { bytes: number } } };
  };
  expect(JSON.stringify(response).length).toBeLessThan(32 * 1024);
  expect(response.evidence.truncated).toBe(true);
  const kept = await bench.ports.readResult(response.evidence.result_ref, 'stdout');
  expect(kept?.bytes.length).toBe(response.evidence.stdout.bytes);
  expect(kept?.bytes.length).toBeGreaterThan(1_000_000);
});
