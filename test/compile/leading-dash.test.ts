import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/capability/capability.ts';
import { cannotLeadWithDash } from '../../src/compile/resolve/leading-dash.ts';

const string = (pattern: string): Json => ({ type: 'string', pattern });

const SAFE: readonly Json[] = [
  { type: 'integer', minimum: 0 },
  { type: 'number', exclusiveMinimum: 0 },
  { type: 'boolean' },
  { enum: ['a', 1] },
  { const: 'x' },
  string('^[A-Za-z][\\w-]*$'),
  string('^(?!-).+$'),
  string('^\\d{4}$'),
  string('^/.*'),
  string('^[^-].*'),
  string('^v(?:1|-2)$'),
];

const UNSAFE: readonly (Json | undefined)[] = [
  undefined,
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: 'integer', minimum: -1 },
  { type: ['integer', 'null'], minimum: 0 },
  { enum: ['a', '-b'] },
  { enum: ['a', -1] },
  string('[a-z]+'),
  string('^[a-z-]+$'),
  string('^[a-z0-9._-]+$'),
  string('^[+--]x'),
  string('^[^a]+$'),
  string('^a?-x$'),
  string('^a*'),
  string('^a{0,1}-'),
  string('^a|-b'),
  string('^(?:a|-b)$'),
  string('^.+$'),
  string('^\\S+$'),
  string('^-'),
  string('^[a'),
];

describe('a schema that rules out a leading dash', () => {
  for (const schema of SAFE) it(`does: ${JSON.stringify(schema)}`, () => expect(cannotLeadWithDash(schema)).toBe(true));
  for (const schema of UNSAFE)
    it(`does not: ${JSON.stringify(schema)}`, () => expect(cannotLeadWithDash(schema)).toBe(false));
});
