/**
 * Typed reading of a tool's arguments. The runner has checked them against the capability's schema already; this is
 * the tool's own guard, so that a hole in a schema ends in a clear failure and not in a wrong answer.
 */
import type { Json, JsonObject } from './tool.ts';
import { ToolFailure } from './tool.ts';

/** A string that must be there. */
export function text(args: JsonObject, name: string): string {
  return need(optionalText(args, name), name);
}

export function optionalText(args: JsonObject, name: string): string | undefined {
  return optional(args, name, 'a string', (value): value is string => typeof value === 'string');
}

/** An integer that must be there. */
export function integer(args: JsonObject, name: string): number {
  return need(optionalInteger(args, name), name);
}

export function optionalInteger(args: JsonObject, name: string): number | undefined {
  return optional(args, name, 'an integer', (value): value is number => Number.isSafeInteger(value));
}

/** A boolean; absent is `fallback`. */
export function flag(args: JsonObject, name: string, fallback = false): boolean {
  return optional(args, name, 'true or false', (value): value is boolean => typeof value === 'boolean') ?? fallback;
}

/** A list of strings; absent is the empty list. */
export function textList(args: JsonObject, name: string): readonly string[] {
  const isTexts = (value: Json): value is readonly string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  return optional(args, name, 'a list of strings', isTexts) ?? [];
}

/** One of a closed list of words, or `fallback` when absent. */
export function oneOf<Word extends string>(
  args: JsonObject,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const isWord = (value: Json): value is Word => words.includes(value as Word);
  return optional(args, name, `one of ${words.join(', ')}`, isWord) ?? fallback;
}

function optional<T extends Json>(
  args: JsonObject,
  name: string,
  expected: string,
  accepts: (value: Json) => value is T,
): T | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined) return undefined;
  if (accepts(value)) return value;
  throw new ToolFailure(`argument "${name}" must be ${expected}`, 'invalid_arguments');
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ToolFailure(`argument "${name}" is missing`, 'invalid_arguments');
  return value;
}
