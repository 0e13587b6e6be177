/**
 * Building, verifying and linting a catalog inside the executable. The dictionary, the vocabulary and the names of the
 * built-in tools come from the executable's own snapshot, so that nothing has to be installed.
 */
import type { Capability } from '../capability/capability.ts';
import { CAPABILITY_TYPES, type CapabilityType } from '../capability/capability.ts';
import { type CompileOptions, compileCatalog } from '../compile/compile.ts';
import { type Diagnostic, formatDiagnostic } from '../compile/diagnostic.ts';
import { lintCatalog } from '../compile/lint.ts';
import type { OverridePolicy } from '../compile/resolve/overlay.ts';
import type { CatalogReport } from '../contract/catalog-report.v1.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { DICTIONARY_SECTIONS } from '../text/dictionary/layout.ts';
import { LEXICON_SECTIONS } from '../text/lexicon/layout.ts';
import type { NumericSection } from '../text/views.ts';
import { type Answer, failed, refusalAnswer } from '../verbs/dispatch.ts';
import type { World } from '../verbs/world.ts';
import { finderOf } from './catalog-search.ts';
import type { CatalogFiles } from './host.ts';

/** An answer, and the lines that stderr gets in either form. */
export type Work = { readonly answer: Answer; readonly notes?: readonly string[] };

/** The exit code of sources that are not as they should be. */
const FINDINGS = 2;

export async function buildCatalog(
  directories: readonly string[],
  output: string,
  overrides: OverridePolicy,
  files: CatalogFiles,
): Promise<Work> {
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const own = files.defaultSnapshot();
  if (isRefusal(own)) return { answer: refusalAnswer(own) };
  const compiled = compileCatalog(sources, { ...optionsFrom(own), dictionary: dictionaryOf(own), overrides });
  if (Array.isArray(compiled)) return invalid(compiled);
  const refused = await files.write(output, compiled.snapshot);
  if (refused !== null) return { answer: refusalAnswer(refused) };
  return report({
    version: 'catalog-report.v1',
    command: 'build',
    file: output,
    bytes: compiled.snapshot.byteLength,
    catalog: { source_hash: compiled.sourceHash, surface_hash: compiled.surfaceHash },
    ...countsOf(compiled.capabilities.map(({ type }) => type)),
    overrides: compiled.overrides.map(({ id, file, root, replaced }) => ({
      canonical_path: id,
      file: `${directories[root]}/${file}`,
      replaced: `${directories[replaced.root]}/${replaced.file}`,
    })),
  });
}

export function verifySnapshot(file: string | undefined, world: World): Work {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot) };
  try {
    snapshot.verify();
    const types = Array.from({ length: snapshot.count }, (_, doc) => CAPABILITY_TYPES[snapshot.columns.type.at(doc)]);
    return report({
      version: 'catalog-report.v1',
      command: 'verify',
      ...(file === undefined ? {} : { file }),
      catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
      ...countsOf(types as CapabilityType[]),
    });
  } catch (thrown) {
    return { answer: failed(thrown) };
  }
}

export function lintDirectories(directories: readonly string[], files: CatalogFiles): Work {
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const own = files.defaultSnapshot();
  if (isRefusal(own)) return { answer: refusalAnswer(own) };
  const compiled = compileCatalog(sources, { ...optionsFrom(own), dictionary: dictionaryOf(own) });
  if (Array.isArray(compiled)) return invalid(compiled);
  const { capabilities } = compiled;
  const found = lintCatalog(capabilities, finderOf(compiled));
  const findings = found.map(({ id, rule, message }) => ({ canonical_path: id, rule, message }));
  return report(
    {
      version: 'catalog-report.v1',
      command: 'lint',
      ...countsOf(capabilities.map(({ type }) => type)),
      findings,
    },
    findings.length === 0 ? 0 : FINDINGS,
  );
}

/** Tools and vocabulary, as the build of the executable has noted them in its own snapshot. */
function optionsFrom(own: Snapshot): CompileOptions {
  const { vocabulary, builtin_tools: tools } = own.meta as { vocabulary?: string; builtin_tools?: readonly string[] };
  return {
    ...(tools === undefined ? {} : { builtinTools: tools }),
    ...(vocabulary === undefined
      ? {}
      : { vocabulary: { path: 'lexicon/vocabulary.yaml', bytes: new TextEncoder().encode(vocabulary) } }),
  };
}

const ARRAYS = { f64: Float64Array, u16: Uint16Array, u8: Uint8Array } as const;

/** A copy of the sections of words and concepts, number by number: the views check each block that they touch. */
function dictionaryOf(own: Snapshot): NumericSection[] {
  const known = [...DICTIONARY_SECTIONS, ...LEXICON_SECTIONS];
  return known
    .filter(({ name }) => own.sections.has(name))
    .map(({ name, type }) => {
      const view = own.sections.numbers(name);
      const data = new ARRAYS[type](view.length);
      for (let at = 0; at < view.length; at += 1) data[at] = view.at(at);
      return { name, type, data } as NumericSection;
    });
}

function invalid(diagnostics: readonly Diagnostic[]): Work {
  const first = diagnostics[0] as Diagnostic;
  const refusal: Refusal = refuse('catalog_invalid', {
    message: `The catalog sources have ${diagnostics.length} ${diagnostics.length === 1 ? 'error' : 'errors'}; nothing was written. The first: ${first.message}`,
    path: `${first.file}:${first.line}:${first.column}`,
    ...(first.expected === undefined ? {} : { expected: first.expected }),
    ...(first.received === undefined ? {} : { received: first.received }),
    ...(first.did_you_mean === undefined ? {} : { did_you_mean: first.did_you_mean }),
  });
  return { answer: refusalAnswer(refusal), notes: diagnostics.map(formatDiagnostic) };
}

function countsOf(types: readonly Capability['type'][]): Pick<CatalogReport, 'capabilities' | 'by_type'> {
  const present = CAPABILITY_TYPES.filter((type) => types.includes(type));
  const counts = present.map((type) => [type, types.filter((one) => one === type).length] as const);
  return { capabilities: types.length, by_type: Object.fromEntries(counts) };
}

function report(response: CatalogReport, exitCode = 0): Work {
  return { answer: { exitCode, body: `${JSON.stringify(response)}\n` } };
}
