/**
 * The lexicon's own line: the YAML of lexicon/concepts → checked concepts → sections that ride along with the dictionary
 * (CompileOptions.dictionary). Pure, and apart from the line of manifests: a lexicon serves catalogs that it never saw.
 */
import { type AmbiguousSurface, buildLexicon, type ConceptEntry } from '../text/lexicon/build.ts';
import type { NumericSection } from '../text/views.ts';
import { compare, type Diagnostic, type SourceFile, sortDiagnostics } from './diagnostic.ts';
import { ConceptTheme } from './lexicon-form.ts';
import { type ParsedSource, type Path, parseSource } from './parse.ts';
import { hashSources } from './seal.ts';
import { diagnostic, explain } from './validate.ts';

/** Where a catalog directory keeps the themes of its lexicon. */
export const CONCEPTS_DIRECTORY = 'lexicon/concepts/';

/** The sections of the lexicon among a catalog's sources, or everything that is wrong with it. No themes, no sections. */
export function compileLexicon(sources: readonly SourceFile[]): NumericSection[] | Diagnostic[] {
  const files = sources
    .filter(({ path }) => path.startsWith(CONCEPTS_DIRECTORY) && /\.ya?ml$/.test(path))
    .sort((a, b) => compare(a.path, b.path));
  if (files.length === 0) return [];
  const found: Diagnostic[] = [];
  const themes: Theme[] = [];
  for (const file of files) {
    const theme = readTheme(file);
    if (Array.isArray(theme)) found.push(...theme);
    else themes.push(theme);
  }
  if (found.length === 0) found.push(...acrossThemes(themes));
  if (found.length > 0) return sortDiagnostics(found);
  const concepts = themes
    .flatMap(({ theme }) => theme.concepts)
    .map(({ id, zh, en, parts }): ConceptEntry => ({ id, surfaces: [...zh, ...en], parts: parts ?? [] }));
  const ambiguous = themes
    .flatMap(({ theme }) => theme.ambiguous ?? [])
    .map((one): AmbiguousSurface => ({ surface: 'zh' in one ? one.zh : one.en, ids: one.ids }));
  return buildLexicon(concepts, ambiguous, hashSources(files));
}

type Theme = { readonly theme: ConceptTheme; readonly source: ParsedSource };

function readTheme(file: SourceFile): Theme | Diagnostic[] {
  const source = parseSource(file);
  if (Array.isArray(source)) return source;
  const result = ConceptTheme.safeParse(source.value);
  return result.success ? { theme: result.data, source } : explain(result.error.issues, ConceptTheme, source);
}

/** Ids are unique and known; a surface stands in one concept, unless it is listed as ambiguous. */
function acrossThemes(themes: readonly Theme[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const ids = new Set<string>();
  const ambiguous = new Set<string>();
  const ownerOf = new Map<string, string>();
  for (const { theme, source } of themes) {
    for (const [i, { id }] of theme.concepts.entries()) {
      if (ids.has(id))
        found.push(diagnostic(source, ['concepts', i, 'id'], 'duplicate_id', `the concept ${id} is given twice`));
      ids.add(id);
    }
    for (const one of theme.ambiguous ?? []) ambiguous.add('zh' in one ? one.zh : one.en);
  }
  const known = (source: ParsedSource, path: Path, names: readonly string[] = []): void => {
    names.forEach((name, i) => {
      if (ids.has(name)) return;
      found.push(diagnostic(source, [...path, i], 'unknown_reference', `there is no concept ${name}`));
    });
  };
  for (const { theme, source } of themes) {
    for (const [i, concept] of theme.concepts.entries()) {
      known(source, ['concepts', i, 'near'], concept.near);
      known(source, ['concepts', i, 'parts'], concept.parts);
      for (const language of ['zh', 'en'] as const) {
        for (const [k, surface] of concept[language].entries()) {
          const owner = ownerOf.get(surface);
          ownerOf.set(surface, concept.id);
          if (owner === undefined || owner === concept.id || ambiguous.has(surface)) continue;
          const message = `the surface "${surface}" stands in ${owner} already`;
          found.push(diagnostic(source, ['concepts', i, language, k], 'duplicate_key', message));
        }
      }
    }
    for (const [i, one] of (theme.ambiguous ?? []).entries()) known(source, ['ambiguous', i, 'ids'], one.ids);
  }
  return found;
}
