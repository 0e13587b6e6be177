/**
 * Four judges of a request: the zod source, the published JSON Schema under full Ajv, the generated validator, and the
 * whole way from bytes. They must agree, and what is refused must come with a reason and a correct request.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { accept } from '../../src/contract/accept.ts';
import { validate as validateQuickly } from '../../src/contract/generated/tool-search.v1.quick.js';
import { CONTRACTS } from '../../src/contract/registry.ts';
import { parseStrictJson } from '../../src/contract/strict-json.ts';
import { REASONS } from '../../src/reason/reasons.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { FULL_REQUESTS, spoiledRequest } from './requests.ts';

/** Requests judged for each contract. */
const RUNS = 1_500;

const utf8 = (text: string) => new TextEncoder().encode(text);
const schemaFile = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), 'utf8')) as object;

describe.each(VERBS.map(({ form }) => form))('$version', (form) => {
  const source = CONTRACTS[form.version]?.request as z.ZodType;
  const published = new Ajv2020({ strict: true, strictRequired: false }).compile(schemaFile(`${form.version}.request`));

  test('agree on every spoiled request', () => {
    let accepted = 0;
    fc.assert(
      fc.property(spoiledRequest(form.version), (text) => {
        const parsed = parseStrictJson(utf8(text));
        if (isRefusal(parsed)) throw new Error(`not JSON: ${parsed.reason}`);
        const byZod = source.safeParse(parsed.value).success;
        const bySchema = published(parsed.value);
        expect(form.validate(parsed.value)).toBe(bySchema);
        if (form.version === 'tool-search.v1') expect(validateQuickly(parsed.value)).toBe(bySchema);
        const answer = accept(utf8(text), form);
        // The executable judges a search by the quick one, and asks the other only why.
        if (form.version === 'tool-search.v1') {
          expect(accept(utf8(text), { ...form, validate: validateQuickly })).toEqual(answer);
        }
        expect(isRefusal(answer)).toBe(!byZod);
        // The one limit that a schema cannot say: a sum over several texts.
        if (byZod !== bySchema) expect(answer).toMatchObject({ reason: 'too_large', path: '/subqueries' });
        if (byZod) {
          accepted += 1;
          return;
        }
        if (!isRefusal(answer)) return;
        expect(REASONS[answer.reason].exit).toBe(2);
        expect(answer.executed).toBe(false);
        expect(answer.path).toBeDefined();
        expect(answer.expected).toBeTruthy();
        expect(answer.expected).not.toContain('undefined');
        expect(answer.received).toBeTruthy();
        expect(JSON.stringify(answer)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u007f]/);
        expect(isRefusal(accept(utf8(answer.example ?? ''), form))).toBe(false);
      }),
      { numRuns: RUNS, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
  });

  test('accept a request with every field, and the published example', () => {
    const full = FULL_REQUESTS[form.version];
    for (const request of [full, form.example]) {
      expect(source.safeParse(request).success).toBe(true);
      expect(published(request)).toBe(true);
      expect(accept(utf8(JSON.stringify(request)), form)).toEqual(request);
    }
  });

  test('have the same fields', () => {
    const properties = (schemaFile(`${form.version}.request`) as { properties: object }).properties;
    const noted = Object.keys(form.fields).filter((key) => key.lastIndexOf('/') === 0);
    expect(noted).toEqual(Object.keys(properties).map((name) => `/${name}`));
  });
});

test('every contract has a verb that takes its requests', () => {
  const asked = Object.entries(CONTRACTS).filter(([, contract]) => contract.request !== undefined);
  expect(VERBS.map(({ form }) => form.version).sort()).toEqual(asked.map(([version]) => version).sort());
});
