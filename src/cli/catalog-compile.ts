/**
 * Compiling sources inside the executable. The dictionary, the vocabulary and the names of the built-in tools come from
 * the executable's own snapshot, so that nothing has to be installed.
 */
import { type Compiled, type CompileOptions, compileCatalog } from '../compile/compile.ts';
import { type Diagnostic, formatDiagnostic, type SourceFile } from '../compile/diagnostic.ts';
import type { OverridePolicy } from '../compile/resolve/overlay.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { languageOf } from '../snapshot/language.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { CatalogFiles } from './host.ts';

/** Sources with errors: the refusal, and each error as a line. */
export type Invalid = { readonly kind: 'invalid'; readonly refusal: Refusal; readonly notes: readonly string[] };

export function compileSources(
  sources: readonly SourceFile[],
  files: Pick<CatalogFiles, 'defaultSnapshot' | 'bounded'>,
  overrides: OverridePolicy = 'replace',
): Compiled | Invalid {
  const own = files.defaultSnapshot();
  if (isRefusal(own)) return { kind: 'invalid', refusal: own, notes: [] };
  const { bounded } = files;
  const compiled = compileCatalog(sources, { ...optionsFrom(own), dictionary: languageOf(own), overrides, bounded });
  return Array.isArray(compiled) ? invalid(compiled) : compiled;
}

/** Whether compiling ended in errors. */
export function isInvalid(compiled: Compiled | Invalid): compiled is Invalid {
  return 'kind' in compiled;
}

/** The vocabulary of the executable's own catalog, as YAML; a catalog without one uses it. */
export function ownVocabulary(own: Snapshot): string | undefined {
  return (own.meta as { vocabulary?: string }).vocabulary;
}

/** Tools and vocabulary, as the build of the executable has noted them in its own snapshot. */
function optionsFrom(own: Snapshot): CompileOptions {
  const vocabulary = ownVocabulary(own);
  const { builtin_tools: tools } = own.meta as { builtin_tools?: readonly string[] };
  return {
    ...(tools === undefined ? {} : { builtinTools: tools }),
    ...(vocabulary === undefined
      ? {}
      : { vocabulary: { path: 'lexicon/vocabulary.yaml', bytes: new TextEncoder().encode(vocabulary) } }),
  };
}

/** Errors of sources as a refusal and lines; at least one. */
export function invalid(diagnostics: readonly Diagnostic[]): Invalid {
  const first = diagnostics[0] as Diagnostic;
  const refusal: Refusal = refuse('catalog_invalid', {
    message: `The catalog sources have ${diagnostics.length} ${diagnostics.length === 1 ? 'error' : 'errors'}; nothing was written. The first: ${first.message}`,
    path: `${first.file}:${first.line}:${first.column}`,
    ...(first.expected === undefined ? {} : { expected: first.expected }),
    ...(first.received === undefined ? {} : { received: first.received }),
    ...(first.did_you_mean === undefined ? {} : { did_you_mean: first.did_you_mean }),
  });
  return { kind: 'invalid', refusal, notes: diagnostics.map(formatDiagnostic) };
}
