/** What is the same in two capabilities is called the same: a caller who knows one of them can guess the other. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { defaultCapabilities } from './default-catalog.ts';

type Argument = { readonly id: string; readonly name: string; readonly schema: JsonObject };

const given: readonly Argument[] = defaultCapabilities().flatMap(({ id, argumentsSchema }) =>
  Object.entries((argumentsSchema.properties ?? {}) as { [name: string]: JsonObject }).map(([name, schema]) => ({
    id,
    name,
    schema,
  })),
);

/** Names that say what another name says everywhere else. */
const INSTEAD: Readonly<Record<string, string>> = {
  max_count: 'limit',
  max_results: 'limit',
  top_n: 'limit',
  max_depth: 'depth',
  context_lines: 'context',
  min_size: 'min_bytes',
  max_size: 'max_bytes',
  containing: 'contains',
  order: 'sort',
  sort_by: 'sort',
  by: 'sort',
  replace_with: 'replacement',
  dir: 'directory',
  folder: 'directory',
  filename: 'path',
  files: 'paths',
  repo: 'repository',
  recurse: 'recursive',
  dry_run: 'preview',
};

it('has no second name for one thing', () => {
  const second = given.filter(({ name }) => Object.hasOwn(INSTEAD, name));
  expect(second.map(({ id, name }) => `${id}: ${name} is ${INSTEAD[name]} elsewhere`)).toEqual([]);
});

it('says the unit of a time in full, or in milliseconds', () => {
  const unclear = given.filter(({ name }) => /(?:^|_)(?:s|sec|secs|timeout|duration|interval|wait)$/.test(name));
  expect(unclear.map(({ id, name }) => `${id}: ${name}`)).toEqual([]);
});

/** Of the names that many capabilities share, what each of them is. */
const TYPES: Readonly<Record<string, string>> = {
  path: 'string',
  paths: 'string[]',
  directory: 'string',
  repository: 'string',
  output: 'string',
  limit: 'integer',
  depth: 'integer',
  lines: 'integer',
  min_bytes: 'integer',
  max_bytes: 'integer',
  timeout_ms: 'integer',
  pid: 'integer',
  port: 'integer',
  host: 'string',
  url: 'string',
  sql: 'string',
  remote: 'string',
  encoding: 'string',
  include: 'string[]',
  exclude: 'string[]',
  preview: 'boolean',
  overwrite: 'boolean',
  recursive: 'boolean',
  hidden: 'boolean',
  ignore_case: 'boolean',
};

it('means by one name one kind of value', () => {
  const kindOf = ({ type, items }: JsonObject) => (type === 'array' ? `${(items as JsonObject).type}[]` : type);
  const other = given.filter(({ name, schema }) => Object.hasOwn(TYPES, name) && kindOf(schema) !== TYPES[name]);
  expect(other.map(({ id, name, schema }) => `${id}: ${name} is ${kindOf(schema)}`)).toEqual([]);
  for (const name of Object.keys(TYPES)) expect(given.filter((one) => one.name === name).length).toBeGreaterThan(1);
});
