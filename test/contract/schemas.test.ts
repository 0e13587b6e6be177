/** The published files: as their sources say, on every machine; usable by any validator; readable by a person. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../src/contract/registry.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCHEMAS = readdirSync(join(ROOT, 'schemas')).sort();
const GENERATED = readdirSync(join(ROOT, 'src/contract/generated')).filter((name) => name.endsWith('.js'));

type Schema = { readonly description?: string; readonly properties?: Readonly<Record<string, Schema>> };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const schema = (name: string) => JSON.parse(read(`schemas/${name}`)) as Schema;

test.each([
  ['here', ROOT, {}],
  [
    'in another directory, time zone and language',
    tmpdir(),
    { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  ],
])('nothing differs from its source, checked %s', (_title, cwd, environment) => {
  const script = join(ROOT, 'scripts/generate-schemas.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('every side of every contract is published, and nothing else but the manifest', () => {
  const sides = Object.entries(CONTRACTS).flatMap(([version, { request }]) =>
    [`${version}.response.json`].concat(request === undefined ? [] : `${version}.request.json`),
  );
  expect(SCHEMAS).toEqual(
    [...sides, 'capability-manifest.v1.json', 'catalog-fixture.v1.json', 'policy.v1.json'].sort(),
  );
});

describe.each(SCHEMAS)('%s', (name) => {
  test('is JSON Schema 2020-12 that compiles', () => {
    expect(schema(name)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: expect.any(String),
    });
    expect(() => new Ajv2020({ strict: false, validateFormats: false }).compile(schema(name))).not.toThrow();
  });
});

describe.each(SCHEMAS.filter((name) => name.endsWith('.request.json')))('%s', (name) => {
  test('says of every field what it is for', () => {
    const fields = Object.entries(schema(name).properties ?? {}).filter(([field]) => field !== 'version');
    expect(fields.filter(([, { description = '' }]) => !description.endsWith('.')).map(([field]) => field)).toEqual([]);
  });
});

describe.each(GENERATED)('%s', (name) => {
  const text = read(`src/contract/generated/${name}`);

  test('needs nothing at run time but the text limits', () => {
    const { module } = parseSync(name, text);
    expect(module.staticImports.map(({ moduleRequest }) => moduleRequest.value)).toEqual(['../text-limits.ts']);
    expect(module.dynamicImports).toEqual([]);
    expect(text).not.toMatch(/\brequire\s*\(/);
  });

  test('stays small', () => expect(text.length).toBeLessThan(24_000));
});
