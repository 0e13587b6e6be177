/** Reads files of a lexicon by their form. */
import type { z } from 'zod';
import { compare, type Diagnostic, type SourceFile } from './diagnostic.ts';
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

/** The YAML files of a directory of a lexicon, by path; those that could be read, and what is wrong with the others. */
export function readForms<T>(
  sources: readonly SourceFile[],
  directory: string,
  form: z.ZodType<T>,
): { readonly files: readonly SourceFile[]; readonly themes: readonly Read<T>[]; readonly found: Diagnostic[] } {
  const files = sources
    .filter(({ path }) => path.startsWith(directory) && /\.ya?ml$/.test(path))
    .sort((a, b) => compare(a.path, b.path));
  const found: Diagnostic[] = [];
  const themes = files.flatMap((file) => {
    const theme = readForm(file, form);
    if (!Array.isArray(theme)) return [theme];
    found.push(...theme);
    return [];
  });
  return { files, themes, found };
}
