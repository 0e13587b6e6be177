/**
 * Compiles catalog directories into a snapshot. Thin: it reads files, calls src/compile and writes what comes back.
 *
 *     node scripts/build-snapshot.ts [--check | --lint | -o FILE] [DIRECTORY…]
 *
 * The default is catalog/ into dist/default.snapshot; --check and --lint write nothing. --check needs no dictionary, and
 * --lint does all that it does.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDocument } from 'yaml';
import type { Json } from '../src/capability/capability.ts';
import { finderOf } from '../src/cli/catalog-search.ts';
import { type Compiled, compileCatalog, readCatalog, VOCABULARY_PATH } from '../src/compile/compile.ts';
import { type Diagnostic, formatDiagnostic, type SourceFile } from '../src/compile/diagnostic.ts';
import { compileElsewhere } from '../src/compile/elsewhere.ts';
import { compileLexicon } from '../src/compile/lexicon.ts';
import { lintCatalog } from '../src/compile/lint.ts';
import { readCatalogFiles } from '../src/platform/catalog-files.ts';
import { isRefusal } from '../src/reason/refusal.ts';
import type { NumericSection } from '../src/text/views.ts';
import { toolNames } from '../src/toolbox/tools.ts';
import { dictionarySections, slipSections } from './build-dictionary.ts';

const ROOT = join(import.meta.dirname, '..');

/** The sources of catalog directories, read as `cap catalog build` reads them. Throws where a directory cannot be read. */
export function readSources(directories: readonly string[]): SourceFile[] {
  const sources = readCatalogFiles(directories);
  if (isRefusal(sources)) throw new Error(`${sources.message} ${sources.received ?? ''}`);
  return sources;
}

/** What every snapshot knows of language: the Chinese dictionary, the lexicon and common operations. Throws when the lexicon has errors. */
export function languageSections(): NumericSection[] {
  const sources = readSources([join(ROOT, 'catalog')]);
  const words = [...dictionarySections(), ...slipSections(), ...withoutErrors(compileLexicon(sources))];
  return [...words, ...withoutErrors(compileElsewhere(sources, words))];
}

function withoutErrors(compiled: NumericSection[] | Diagnostic[]): NumericSection[] {
  const wrong = compiled.filter((one): one is Diagnostic => 'reason' in one);
  if (wrong.length > 0) throw new Error(`the lexicon does not compile:\n${wrong.map(formatDiagnostic).join('\n')}`);
  return compiled as NumericSection[];
}

/** Compiles the default catalog with language sections (null: neither Han words nor concepts). */
export function compileDefault(dictionary: readonly NumericSection[] | null): Compiled | Diagnostic[] {
  const words = dictionary === null ? {} : { dictionary };
  const sources = readSources([join(ROOT, 'catalog')]);
  return compileCatalog(sources, { builtinTools: toolNames(), meta: metaOf(sources), ...words });
}

/** What `cap catalog build` needs of this repository: it compiles other catalogs inside the executable, without it. */
function metaOf(sources: readonly SourceFile[]): Json {
  const vocabulary = sources.find(({ path }) => path === VOCABULARY_PATH);
  const read = vocabulary === undefined ? undefined : parseDocument(new TextDecoder().decode(vocabulary.bytes));
  // What is wrong in it is said by the compiler, which reads it as well.
  const text = read === undefined || read.errors.length > 0 ? {} : { vocabulary: JSON.stringify(read.toJS()) };
  return { builtin_tools: toolNames(), ...text };
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      lint: { type: 'boolean', default: false },
      output: { type: 'string', short: 'o', default: join(ROOT, 'dist/default.snapshot') },
    },
  });
  const sources = readSources(positionals.length > 0 ? positionals : [join(ROOT, 'catalog')]);
  const options = { builtinTools: toolNames() };
  if (values.check && !values.lint) {
    const resolved = readCatalog(sources, options);
    if (Array.isArray(resolved)) return refuse(resolved);
    console.log(`${resolved.capabilities.length} capabilities, no errors`);
    return 0;
  }
  const compiled = compileCatalog(sources, { ...options, meta: metaOf(sources), dictionary: languageSections() });
  if (Array.isArray(compiled)) return refuse(compiled);
  if (values.lint) {
    const findings = lintCatalog(compiled.capabilities, finderOf(compiled));
    for (const { id, rule, message } of findings) console.log(`${id}: ${message} [${rule}]`);
    console.log(`${compiled.capabilities.length} capabilities, ${findings.length} findings`);
    return findings.length > 0 ? 1 : 0;
  }
  mkdirSync(dirname(values.output), { recursive: true });
  writeFileSync(values.output, compiled.snapshot);
  const { capabilities, snapshot, sourceHash, surfaceHash } = compiled;
  console.log(`${capabilities.length} capabilities, ${snapshot.byteLength} bytes: ${values.output}`);
  console.log(`source_hash  ${sourceHash}\nsurface_hash ${surfaceHash}`);
  return 0;
}

function refuse(diagnostics: readonly Diagnostic[]): number {
  for (const diagnostic of diagnostics) console.error(formatDiagnostic(diagnostic));
  console.error(`${diagnostics.length} errors`);
  return 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
