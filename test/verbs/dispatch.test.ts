/** One request in, one document and an exit code out, whatever happens below. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ActionRunResponse } from '../../src/contract/action-run.v1.ts';
import type { CapabilityListResponse } from '../../src/contract/capability-list.v1.ts';
import type { ErrorResponse } from '../../src/contract/error.v1.ts';
import { CONTRACTS } from '../../src/contract/registry.ts';
import type { ResultReadResponse } from '../../src/contract/result-read.v1.ts';
import type { SchemaInspectResponse } from '../../src/contract/schema-inspect.v1.ts';
import type { ToolSearchResponse } from '../../src/contract/tool-search.v1.ts';
import { fileSource } from '../../src/platform/snapshot-source.ts';
import { refuse } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { type Answer, dispatch, type Verb } from '../../src/verbs/dispatch.ts';
import { HOT_VERBS } from '../../src/verbs/hot-verbs.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { catalogBytes, openCatalog, worldOf } from './world.ts';

const snapshot = openCatalog();
const world = worldOf(snapshot);
const HASHES = { expected_source_hash: snapshot.sourceHash, expected_surface_hash: snapshot.surfaceHash };

function verb(name: string): Verb {
  const found = VERBS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no verb ${name}`);
  return found;
}

async function ask<T = ErrorResponse>(name: string, request: unknown, over = world): Promise<Read<T>> {
  return read<T>(await dispatch(verb(name), new TextEncoder().encode(JSON.stringify(request)), over));
}

const compiled = new Map<string, ValidateFunction>();

function publishedResponse(version: string): ValidateFunction {
  const path = new URL(`../../schemas/${version}.response.json`, import.meta.url);
  const check = compiled.get(version) ?? new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')));
  compiled.set(version, check);
  return check;
}

type Read<T> = { readonly exitCode: number; readonly document: T };

/** The answer's one document, which its contract must know. */
function read<T = ErrorResponse>({ exitCode, body }: Answer): Read<T> {
  expect(body.indexOf('\n')).toBe(body.length - 1);
  const document = JSON.parse(body);
  const contract = CONTRACTS[document.version]?.response as z.ZodType;
  expect(contract.safeParse(document).error?.issues ?? []).toEqual([]);
  const published = publishedResponse(document.version);
  expect(published(document) ? [] : published.errors).toEqual([]);
  return { exitCode, document };
}

describe('each verb answers in its contract', () => {
  test('search', async () => {
    const { exitCode, document } = await ask<ToolSearchResponse>('search', {
      version: 'tool-search.v1',
      query: '端口占用',
      explain: true,
    });
    expect(exitCode).toBe(0);
    expect(document.candidates[0]).toMatchObject({ canonical_path: 'system.port.who', rank: 1 });
  });

  test('search finds nothing: that is an answer', async () => {
    const { exitCode, document } = await ask<ToolSearchResponse>('search', {
      version: 'tool-search.v1',
      query: 'zzzz qqqq',
    });
    expect([exitCode, document.candidates, document.abstained]).toEqual([0, [], true]);
  });

  test('the next step of a search is a request that inspect takes', async () => {
    const found = await ask<ToolSearchResponse>('search', { version: 'tool-search.v1', query: 'git.log' });
    const { exitCode, document } = await ask<SchemaInspectResponse>(
      'inspect',
      found.document.candidates[0]?.next_step.request,
    );
    expect([exitCode, document.tool_spec.identity.canonical_path]).toEqual([0, 'git.log']);
  });

  test('list', async () => {
    const { document } = await ask<CapabilityListResponse>('list', { version: 'capability-list.v1', parent: 'git' });
    expect(document.children.map((child) => child.canonical_path)).toEqual(['git.force_push', 'git.log']);
  });

  const call = { version: 'action-run.v1', action_version: 1, ...HASHES, tool_call_id: 'call-1' };

  test('run, and result reads what it left', async () => {
    const ran = await ask<ActionRunResponse>('run', {
      ...call,
      canonical_path: 'text.echo',
      arguments: { text: '你好\nworld' },
    });
    expect(ran).toMatchObject({ exitCode: 0, document: { status: 'succeeded', executed: true } });
    const result_ref = ran.document.evidence?.result_ref;
    const kept = await ask<ResultReadResponse>('result', {
      version: 'result-read.v1',
      result_ref,
      lines: { from: 2, to: 2 },
    });
    expect(kept.document.text).toBe('world\n');
  });

  test.each([
    ['arguments that do not fit', 'text.echo', { txt: 'a' }, 5, 'invalid_arguments'],
    ['an action that changes something', 'text.touch', { path: 'x' }, 10, 'confirmation_required'],
  ])('run: %s', async (_title, canonical_path, args, exitCode, status) => {
    const answer = await ask('run', { ...call, canonical_path, arguments: args });
    expect(answer).toMatchObject({ exitCode, document: { status, executed: false } });
  });
});

test('each name stands once in the table, the quick ones first', () => {
  expect(VERBS.map(({ name }) => name)).toEqual(['search', 'inspect', 'list', 'run', 'result', 'doors']);
  const quick = VERBS.slice(0, HOT_VERBS.length);
  expect(quick.map(({ name, form }) => [name, form])).toEqual(HOT_VERBS.map(({ name, form }) => [name, form]));
});

describe('refusals', () => {
  test.each([
    ['inspect', { version: 'schema-inspect.v1', canonical_path: 'git.lgo' }, 3, 'unknown_capability', 'git.log'],
    ['list', { version: 'capability-list.v1', parent: 'gitt' }, 3, 'unknown_capability', 'git'],
    ['search', { version: 'tool-search.v1', qurey: 'x' }, 2, 'unknown_field', 'query'],
    ['search', { version: 'tool-search.v1', query: 'x', types: ['actions'] }, 2, 'invalid_value', 'action'],
    ['search', { version: 'tool-serch.v1', query: 'x' }, 2, 'unsupported_version', 'tool-search.v1'],
  ])('%s %j', async (name, request, exitCode, reason, did_you_mean) => {
    const answer = await ask(name, request);
    expect(answer).toMatchObject({ exitCode, document: { version: 'error.v1', error: { reason, did_you_mean } } });
  });

  test('another catalog', async () => {
    const request = { version: 'schema-inspect.v1', canonical_path: 'git.log', ...HASHES };
    const { exitCode, document } = await ask('inspect', { ...request, expected_source_hash: '0'.repeat(64) });
    expect([exitCode, document.error.reason, document.error.path]).toEqual([
      6,
      'catalog_changed',
      '/expected_source_hash',
    ]);
  });

  test('no snapshot: every verb that needs one says so, and a bad request is told first', async () => {
    const without = worldOf(refuse('snapshot_missing'));
    for (const { name, form } of VERBS.filter(({ name }) => name !== 'result')) {
      expect(await ask(name, form.example, without)).toMatchObject({
        exitCode: 20,
        document: { error: { reason: 'snapshot_missing' } },
      });
      expect((await ask(name, {}, without)).exitCode).toBe(2);
    }
  });

  test('damage that shows only when it is read is exit 20, without a partial answer', async () => {
    const bytes = catalogBytes();
    bytes.fill(0xff, bytes.length - 2_000);
    const damaged = openSnapshot(bytesSource(bytes));
    const answers = await Promise.all([
      ask('search', { version: 'tool-search.v1', query: '端口' }, worldOf(damaged)),
      ask('inspect', { version: 'schema-inspect.v1', canonical_path: 'git.log' }, worldOf(damaged)),
    ]);
    for (const { exitCode, document } of answers) expect([exitCode, document.version]).toEqual([20, 'error.v1']);
  });

  test('a snapshot file that is cut while it is open', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cap-dispatch-'));
    try {
      const path = join(directory, 'catalog.snapshot');
      const bytes = catalogBytes();
      writeFileSync(path, bytes);
      const over = worldOf(openSnapshot(fileSource(path)));
      truncateSync(path, bytes.length - 32_768);
      for (const verb of HOT_VERBS) {
        const { exitCode, document } = await ask(verb.name, verb.form.example, over);
        expect([verb.name, exitCode, document.version]).toEqual([verb.name, 20, 'error.v1']);
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe('what moves a cursor or hides text', () => {
  const hostile = '\u009b2J\u202e\u2028\ufeff\u007f';
  const raw = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

  test.each([
    ['run', { tool_call_id: `call ${hostile}` }],
    ['run', { arguments: { [hostile]: hostile } }],
    ['run', { arguments: { text: hostile }, dry_run: true }],
    ['run', { arguments: { text: hostile } }],
    ['run', { canonical_path: hostile }],
    ['result', { result_ref: hostile }],
    ['inspect', { canonical_path: `say.${hostile}` }],
    ['doors', { canonical_path: hostile }],
    ['search', { query: hostile }],
    ['search', { [hostile]: hostile }],
  ])('is escaped in every answer: %s %j', async (name, more) => {
    const about = name === 'run' ? { ...HASHES, action_version: 1, canonical_path: 'text.echo' } : {};
    const request = { ...verb(name).form.example, ...about, ...more };
    const answer = await dispatch(verb(name), new TextEncoder().encode(JSON.stringify(request)), world);
    expect(answer.body).not.toMatch(raw);
    expect(() => JSON.parse(answer.body)).not.toThrow();
  });
});

describe('a fault of ours', () => {
  const faulty = (handle: Verb['handle']): Verb => ({ ...verb('search'), handle });
  const request = new TextEncoder().encode('{"version":"tool-search.v1","query":"x"}');

  test.each([
    [
      'thrown',
      () => {
        throw new Error('secret /home/me');
      },
    ],
    ['rejected', () => Promise.reject(new TypeError('secret /home/me'))],
    [
      'thrown as no error at all',
      () => {
        throw 'secret';
      },
    ],
    ['an answer that JSON cannot carry', () => ({ response: { big: 1n } })],
    ['an answer that JSON cannot carry, later', async () => ({ response: { big: 1n } })],
  ])('%s: exit 70, nothing of its inside', async (_title, handle) => {
    const answer = await dispatch(faulty(handle), request, world);
    expect(answer.exitCode).toBe(70);
    expect(answer.body).not.toMatch(/secret|home|\bat \b|Error/);
    expect(read(answer).document.error.reason).toBe('internal');
  });
});
