/**
 * The compiler's line: sources → parse → validate → resolve → project → index → seal → one snapshot. Pure: bytes in, bytes
 * or diagnostics out. It reads no file, no clock and no environment; the stages beside it know nothing of each other.
 */

import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Capability, Json } from '../capability/capability.ts';
import type { VocabularyManifest } from '../capability/vocabulary.ts';
import type { RankingConfig } from '../fulltext/ranking-config.ts';
import type { NumericSection } from '../text/views.ts';
import { compare, type Diagnostic, type SourceFile, sortDiagnostics } from './diagnostic.ts';
import { familySection } from './families.ts';
import { FIXTURES_DIRECTORY } from './fixtures.ts';
import { indexTexts } from './index-texts.ts';
import { lexiconOf, segmenterOf } from './language.ts';
import { type ParsedSource, parseSource } from './parse.ts';
import { toDocuments, toKeys } from './project.ts';
import type { Override, OverridePolicy } from './resolve/overlay.ts';
import type { Bounded } from './resolve/patterns.ts';
import { withScript } from './resolve/script.ts';
import { checkDraft, type Resolved, resolve } from './resolve.ts';
import { hashSources, hashSurface, type Sealed, seal } from './seal.ts';
import { usualStrengths } from './usual-strength.ts';
import { type Draft, type Vocabulary, validateManifest, validateVocabulary } from './validate.ts';

/** Where a catalog directory keeps its vocabulary. */
export const VOCABULARY_PATH = 'lexicon/vocabulary.yaml';
/** Directories of a catalog that hold no manifests: what is in them counts for source_hash only. */
const OTHER_DIRECTORIES = ['lexicon/', 'policy/', FIXTURES_DIRECTORY];

export type CompileOptions = {
  /** What a later directory may do to an id of an earlier one; `replace` when left out. */
  readonly overrides?: OverridePolicy;
  /** Names that `handler.tool` may have; unchecked when left out. */
  readonly builtinTools?: readonly string[];
  /** Used when no directory brings lexicon/vocabulary.yaml; its terms do not count for source_hash. */
  readonly vocabulary?: VocabularyManifest;
  /**
   * Sections of a Chinese dictionary and of a lexicon (compileLexicon), stored in the snapshot and used to index; without
   * them there are no Han words and no concepts.
   */
  readonly dictionary?: readonly NumericSection[];
  readonly ranking?: RankingConfig;
  readonly meta?: Json;
  /** Capabilities that are there before: sources may name them and replace none of them; they are sealed with them. */
  readonly before?: readonly Capability[];
  /** Breaks off what takes too long, as a pattern without an end does; without it nothing is broken off. */
  readonly bounded?: Bounded;
};

/** A compiled catalog. `capabilities` ascend by id: the position is the document number. */
export type Compiled = Sealed & {
  readonly capabilities: readonly Capability[];
  readonly overrides: readonly Override[];
};

/** Compiles sources, whatever order they come in. Everything that is wrong is reported at once, sorted by place. */
export function compileCatalog(sources: readonly SourceFile[], options: CompileOptions = {}): Compiled | Diagnostic[] {
  const resolved = readCatalog(sources, options);
  if (Array.isArray(resolved)) return resolved;
  const { capabilities, overrides } = resolved;
  return { ...line(capabilities, hashOf(sources, options.before), options), capabilities, overrides };
}

/** What was there before counts as what it says: where it came from is not known here. */
function hashOf(sources: readonly SourceFile[], before: readonly Capability[] = []): string {
  return before.length === 0
    ? hashSources(sources)
    : sha256Hex(canonicalJson([hashSurface(before), hashSources(sources)]));
}

/** The stages up to resolve: what a lint or an editor needs, without an index. */
export function readCatalog(sources: readonly SourceFile[], options: CompileOptions = {}): Resolved | Diagnostic[] {
  const yaml = sources.filter(({ path }) => /\.ya?ml$/.test(path));
  const found: Diagnostic[] = duplicateSources(yaml);
  const parsed = (source: SourceFile): ParsedSource[] => {
    const result = parseSource(source);
    if (!Array.isArray(result)) return [result];
    found.push(...result);
    return [];
  };
  const own = yaml.filter(({ path }) => path === VOCABULARY_PATH);
  const given = own.length === 0 ? options.vocabulary : undefined;
  const vocabulary = given === undefined ? joinVocabularies(own.flatMap(parsed), found) : termsOf([given]);
  if (own.length === 0 && given === undefined) {
    const message = 'the catalog has no vocabulary';
    found.push({ file: VOCABULARY_PATH, line: 1, column: 1, reason: 'no_vocabulary', message });
  }
  const manifests = yaml.filter(({ path }) => !OTHER_DIRECTORIES.some((directory) => path.startsWith(directory)));
  const resolveOptions = { ...options, overrides: options.overrides ?? 'replace' };
  const drafts: Draft[] = [];
  for (const source of manifests.flatMap(parsed)) {
    const bare = validateManifest(source, vocabulary);
    const draft = Array.isArray(bare) ? bare : withScript(bare, sources);
    const wrong = Array.isArray(draft) ? draft : checkDraft(draft, resolveOptions);
    found.push(...wrong);
    if (!Array.isArray(draft) && wrong.length === 0) drafts.push(draft);
  }
  // Rules across files would only repeat that a broken file is not there.
  if (found.length > 0) return sortDiagnostics(found);
  const resolved = resolve(drafts, resolveOptions);
  return Array.isArray(resolved) ? sortDiagnostics(resolved) : resolved;
}

/** Enters the line after resolve, for capabilities that come from elsewhere; their ids may be any distinct texts. */
export function compileCapabilities(capabilities: readonly Capability[], options: CompileOptions = {}): Compiled {
  const sorted = [...capabilities].sort((a, b) => compare(a.id, b.id));
  const sourceHash = sha256Hex(canonicalJson(sorted));
  return { ...line(sorted, sourceHash, options), capabilities: sorted, overrides: [] };
}

function line(capabilities: readonly Capability[], sourceHash: string, options: CompileOptions): Sealed {
  const { dictionary, ranking, meta } = options;
  const [words, lexicon] = [segmenterOf(dictionary), lexiconOf(dictionary)];
  const index = indexTexts(toDocuments(capabilities), words, lexicon, ranking);
  const lexical = [
    ...index,
    familySection(capabilities, words, lexicon),
    ...usualStrengths(capabilities, index, words, lexicon),
  ];
  const keys = toKeys(capabilities);
  const extras = { ...(dictionary === undefined ? {} : { dictionary }), ...(meta === undefined ? {} : { meta }) };
  return seal({ sourceHash, capabilities, keys, lexical, ...extras });
}

function joinVocabularies(sources: readonly ParsedSource[], found: Diagnostic[]): Vocabulary | undefined {
  const usable = sources.flatMap((source) => {
    const vocabulary = validateVocabulary(source);
    if (!Array.isArray(vocabulary)) return [vocabulary];
    found.push(...vocabulary);
    return [];
  });
  return usable.length > 0 && usable.length === sources.length ? termsOf(usable) : undefined;
}

function termsOf(vocabularies: readonly VocabularyManifest[]): Vocabulary {
  const layer = (name: 'domain' | 'action' | 'qualifier') =>
    new Set(vocabularies.flatMap((vocabulary) => Object.keys(vocabulary[name])));
  return { domain: layer('domain'), action: layer('action'), qualifier: layer('qualifier') };
}

function duplicateSources(sources: readonly SourceFile[]): Diagnostic[] {
  const seen = new Set<string>();
  return sources.flatMap(({ path, root = 0 }) => {
    const key = `${root}:${path}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      { file: path, line: 1, column: 1, reason: 'duplicate_source', message: 'this source is given twice' } as const,
    ];
  });
}
