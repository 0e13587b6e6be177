/**
 * Compiling sources inside the executable. The dictionary, the vocabulary and the names of the built-in tools come from
 * the executable's own snapshot, so that nothing has to be installed.
 */
import type { Capability } from '../capability/capability.ts';
import type { VocabularyManifest } from '../capability/vocabulary.ts';
import { type Compiled, type CompileOptions, compileCatalog, readCatalog } from '../compile/compile.ts';
import { type Diagnostic, formatDiagnostic, type SourceFile } from '../compile/diagnostic.ts';
import type { OverridePolicy } from '../compile/resolve/overlay.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { languageOf } from '../snapshot/language.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { CatalogFiles } from './host.ts';

/** Sources with errors: the refusal, each error as a line, and where it stands. */
export type Invalid = {
  readonly kind: 'invalid';
  readonly refusal: Refusal;
  readonly notes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** A catalog with what is its own in it: all of it, unless the built-in capabilities were taken along. */
export type Whole = Compiled & { readonly own: readonly Capability[] };

export type How = {
  /** What a later directory may do to an id of an earlier one; `replace` when left out. */
  readonly overrides?: OverridePolicy;
  /** The capabilities inside the executable are taken along: one snapshot then answers for both. */
  readonly withBuiltin?: boolean;
  /** Others wrote it: a policy may be stricter with it. */
  readonly imported?: boolean;
};

type Tools = Pick<CatalogFiles, 'defaultSnapshot' | 'bounded'>;

export function compileSources(sources: readonly SourceFile[], files: Tools, how: How = {}): Whole | Invalid {
  const inside = files.defaultSnapshot();
  if (isRefusal(inside)) return { kind: 'invalid', refusal: inside, notes: [], diagnostics: [] };
  const { overrides = 'replace', withBuiltin = false, imported = false } = how;
  const before = withBuiltin ? capabilitiesOf(inside) : [];
  const meta = imported ? { origin: 'imported' } : {};
  const language = { dictionary: languageOf(inside) };
  const options = { ...optionsFrom(inside), ...language, overrides, before, meta, bounded: files.bounded };
  const compiled = compileCatalog(sources, options);
  if (Array.isArray(compiled)) return invalid(withBuiltin ? compiled : compiled.map((one) => hinted(one, inside)));
  const builtin = new Set(before.map(({ id }) => id));
  return { ...compiled, own: compiled.capabilities.filter(({ id }) => !builtin.has(id)) };
}

/** What sources and the capabilities that were there before them are together, or what is wrong; no snapshot is made. */
export function checkSources(
  sources: readonly SourceFile[],
  before: readonly Capability[],
  files: Tools,
): readonly Capability[] | readonly Diagnostic[] {
  const inside = files.defaultSnapshot();
  if (isRefusal(inside)) throw new Error(inside.message);
  const resolved = readCatalog(sources, { ...optionsFrom(inside), before, bounded: files.bounded });
  return Array.isArray(resolved) ? resolved.map((one) => hinted(one, inside)) : resolved.capabilities;
}

/** The capabilities inside the executable. */
export function builtinCapabilities(files: Tools): readonly Capability[] | Refusal {
  const inside = files.defaultSnapshot();
  return isRefusal(inside) ? inside : capabilitiesOf(inside);
}

/** Whoever names a capability that is built in may not know that a catalog of their own does without these. */
function hinted(diagnostic: Diagnostic, inside: Snapshot): Diagnostic {
  const { reason, received, message } = diagnostic;
  if (reason !== 'unknown_reference' || received === undefined || inside.find(received) < 0) return diagnostic;
  return { ...diagnostic, message: `${message}; it is built in, and --with-builtin takes these along` };
}

/** Every contract of a snapshot, in the order of its ids. */
function capabilitiesOf(snapshot: Snapshot): Capability[] {
  return Array.from({ length: snapshot.count }, (_, doc) => snapshot.contract(doc));
}

/** Whether compiling ended in errors. */
export function isInvalid(compiled: Whole | Invalid): compiled is Invalid {
  return 'kind' in compiled;
}

/** The vocabulary of the executable's own catalog; a catalog without one uses it. */
export function builtinVocabulary(files: Tools): VocabularyManifest | undefined {
  const inside = files.defaultSnapshot();
  return isRefusal(inside) ? undefined : vocabularyOf(inside);
}

/** It was checked when the executable was built: to read the YAML of it again took a third of compiling a small catalog. */
function vocabularyOf(own: Snapshot): VocabularyManifest | undefined {
  const { vocabulary } = own.meta as { vocabulary?: string };
  return vocabulary === undefined ? undefined : (JSON.parse(vocabulary) as VocabularyManifest);
}

/** Tools and vocabulary, as the build of the executable has noted them in its own snapshot. */
function optionsFrom(own: Snapshot): CompileOptions {
  const vocabulary = vocabularyOf(own);
  const { builtin_tools: tools } = own.meta as { builtin_tools?: readonly string[] };
  return {
    ...(tools === undefined ? {} : { builtinTools: tools }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
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
  return { kind: 'invalid', refusal, notes: diagnostics.map(formatDiagnostic), diagnostics };
}
