/**
 * Checking values against a schema of others, in bounded time: a pattern may never come to an end. What comes to none is
 * told by the pattern it is in. How work is broken off is the caller's to know.
 */
import type { Json } from '../../capability/capability.ts';
import type { Path } from '../parse.ts';
import { tryingTexts } from './slow-pattern.ts';

/** Runs synchronous work and breaks it off after `milliseconds`; undefined then. */
export type Bounded = <T>(milliseconds: number, work: () => T) => { readonly value: T } | undefined;

/** As long as a run takes for its arguments. */
export const CHECK_MS = 2000;
/** Enough to tell the one of a schema's patterns that took so long from those that did not. */
const PATTERN_MS = 500;

export const UNBOUNDED: Bounded = (_milliseconds, work) => ({ value: work() });

/** The pattern of a schema that does not come to an end with a text of these values, and where it stands. */
export function endlessPattern(
  schema: Json,
  values: Json,
  bounded: Bounded,
): { pattern: string; path: Path } | undefined {
  const texts = textsOf(values);
  return patternsOf(schema, []).find(({ pattern }) => {
    try {
      const expression = new RegExp(pattern, 'u');
      return bounded(PATTERN_MS, () => texts.some((text) => expression.test(text))) === undefined;
    } catch {
      return false;
    }
  });
}

/** A pattern of a schema that a short text of no value at all keeps busy for ever: whoever calls it can send that text. */
export function slowPattern(
  schema: Json,
  known: Json,
  bounded: Bounded,
): { readonly pattern: string; readonly path: Path; readonly text: string } | undefined {
  // Without a stopwatch nothing may be tried that has no end.
  if (bounded === UNBOUNDED) return undefined;
  const values = textsOf(known);
  for (const { pattern, path } of patternsOf(schema, [])) {
    const texts = tryingTexts(pattern, values);
    if (texts.length === 0) continue;
    let text = '';
    const expression = new RegExp(pattern, 'u');
    const all = bounded(PATTERN_MS, () => {
      for (text of texts) expression.test(text);
    });
    if (all === undefined) return { pattern, path, text };
  }
  return undefined;
}

function patternsOf(schema: Json | undefined, at: Path): { pattern: string; path: Path }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, below]) => {
    const path = [...at, Array.isArray(schema) ? Number(key) : key];
    if (key === 'pattern' && typeof below === 'string') return [{ pattern: below, path }];
    const names = key === 'patternProperties' && typeof below === 'object' && below !== null ? Object.keys(below) : [];
    return [...names.map((pattern) => ({ pattern, path: [...path, pattern] })), ...patternsOf(below as Json, path)];
  });
}

/** Every text of a value, names of members included. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value as { readonly [name: string]: Json }).flatMap(textsOf)];
}
