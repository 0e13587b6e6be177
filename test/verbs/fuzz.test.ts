/**
 * Thousands of requests, good, spoiled and broken, through every verb: always one document of a known contract, a listed
 * exit code, never a stack trace, never more bytes than promised.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CONTRACTS } from '../../src/contract/registry.ts';
import { EXIT_CODES } from '../../src/reason/reasons.ts';
import { type Answer, dispatch } from '../../src/verbs/dispatch.ts';
import { HOT_VERBS } from '../../src/verbs/hot-verbs.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { FULL_REQUESTS, spoiledRequest } from '../contract/requests.ts';
import { openCatalog, worldOf } from './world.ts';

const snapshot = openCatalog();
const world = worldOf(snapshot);
const CODES = new Set(EXIT_CODES.map(({ code }) => code));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** What a search promises, with its newline; a refusal repeats only pieces of what it was sent. */
const SEARCH_BYTES = 8_192;

function judge(answer: Answer): void {
  expect(CODES).toContain(answer.exitCode);
  expect(answer.body.indexOf('\n')).toBe(answer.body.length - 1);
  const document = JSON.parse(answer.body) as { version: string; error?: { reason: string } };
  const contract = CONTRACTS[document.version]?.response as z.ZodType;
  expect(contract.safeParse(document).error?.issues ?? []).toEqual([]);
  expect(document.error?.reason).not.toBe('internal');
  expect(answer.body).not.toMatch(/\n\s+at |\bat [\w.]+ \(|node_modules|\.ts:\d/);
  if (document.version === 'tool-search.v1' || document.version === 'error.v1') {
    expect(utf8(answer.body).length).toBeLessThanOrEqual(SEARCH_BYTES);
  }
}

/** Queries of every kind: words of the catalog, other scripts, symbols, identifiers, long chatter. */
const query = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '端口',
        '占用',
        'git.log',
        'GIT LOG',
        'log',
        'ｇｉｔ',
        '和',
        ', ',
        ' ',
        '3000',
        '强制推送',
        'text echo',
        'कृपया',
        '🙂',
        '"',
        '..',
        '-',
        'cap run',
        'é',
      ),
      { minLength: 1, maxLength: 24 },
    )
    .map((words) => words.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
);

/** A text with some of its bytes changed, cut, doubled or put in. */
const broken = (text: fc.Arbitrary<string>) =>
  fc
    .record({
      bytes: text.map(utf8),
      cuts: fc.array(fc.record({ at: fc.nat(400), drop: fc.nat(6), put: fc.uint8Array({ maxLength: 4 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    .map(({ bytes, cuts }) => {
      let spoiled = [...bytes];
      for (const { at, drop, put } of cuts) {
        const place = spoiled.length === 0 ? 0 : at % spoiled.length;
        spoiled = [...spoiled.slice(0, place), ...put, ...spoiled.slice(place + drop)];
      }
      return Uint8Array.from(spoiled);
    });

describe.each(VERBS.map((verb) => verb))('$name', (verb) => {
  const quick = HOT_VERBS.includes(verb);
  /** The others cross the file system at each call. */
  const numRuns = quick ? 2_000 : 400;

  test('spoiled requests', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(spoiledRequest(verb.form.version), async (text) => {
        const answer = await dispatch(verb, utf8(text), world);
        judge(answer);
        seen.add(answer.exitCode);
      }),
      { numRuns, seed: 11 },
    );
    // Some of them get past the contract, or the verb itself was never asked.
    expect(seen.size).toBeGreaterThan(verb.name === 'result' ? 0 : 1);
  });

  test('broken bytes', async () => {
    const text = fc.oneof(
      fc.constant(JSON.stringify(FULL_REQUESTS[verb.form.version])),
      spoiledRequest(verb.form.version),
    );
    await fc.assert(
      fc.asyncProperty(broken(text), async (bytes) => judge(await dispatch(verb, bytes, world))),
      { numRuns },
    );
  });

  test('any bytes and any JSON', async () => {
    const anything = fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.json({ maxDepth: 4 }).map(utf8));
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => judge(await dispatch(verb, bytes, world))),
      { numRuns: numRuns / 4 },
    );
  });
});

describe('search', () => {
  const search = HOT_VERBS[0] as (typeof HOT_VERBS)[number];

  test('any query, alone or as sub-queries: twice the same answer', async () => {
    const request = fc.oneof(
      query.map((text) => ({ query: text, explain: text.length % 2 === 0 })),
      fc.array(query, { minLength: 1, maxLength: 9 }).map((subqueries) => ({ subqueries })),
    );
    await fc.assert(
      fc.asyncProperty(request, async (fields) => {
        const bytes = utf8(JSON.stringify({ version: 'tool-search.v1', ...fields }));
        const answer = await dispatch(search, bytes, world);
        judge(answer);
        expect(await dispatch(search, bytes, worldOf(snapshot))).toEqual(answer);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('run', () => {
  const run = VERBS.find(({ name }) => name === 'run') as (typeof VERBS)[number];

  test('any arguments of real actions: only the one that reads is ever executed', async () => {
    const request = fc.record({
      canonical_path: fc.constantFrom('text.echo', 'text.touch', 'git.log', 'git'),
      arguments: fc.oneof(
        fc.record({ text: fc.string({ unit: 'binary', maxLength: 20 }) }),
        fc.record({ path: fc.string({ maxLength: 12 }) }),
        fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      ),
      tool_call_id: fc.string({ minLength: 1, maxLength: 8 }),
      dry_run: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, async (fields) => {
        const hashes = { expected_source_hash: snapshot.sourceHash, expected_surface_hash: snapshot.surfaceHash };
        const text = JSON.stringify({ version: 'action-run.v1', action_version: 1, ...hashes, ...fields });
        const answer = await dispatch(run, utf8(text), world);
        judge(answer);
        const { executed = false } = JSON.parse(answer.body) as { executed?: boolean };
        if (executed) expect([fields.canonical_path, fields.dry_run]).toEqual(['text.echo', false]);
      }),
      { numRuns: 300 },
    );
  });
});
