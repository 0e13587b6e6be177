/** Reads one file of a lexicon by its form. */
import type { z } from 'zod';
import type { Diagnostic, SourceFile } from './diagnostic.ts';
import { type ParsedSource, parseSource } from './parse.ts';
import { explain } from './validate.ts';

/** What a file holds, and where each part of it stands. */
export type Read<T> = { readonly form: T; readonly source: ParsedSource };

/** Parsed and checked, or everything that is wrong with it. */
export function readForm<T>(file: SourceFile, form: z.ZodType<T>): Read<T> | Diagnostic[] {
  const source = parseSource(file);
  if (Array.isArray(source)) return source;
  const result = form.safeParse(source.value);
  return result.success ? { form: result.data, source } : explain(result.error.issues, form, source);
}
