/**
 * The lexicon's own line: the YAML of lexicon/concepts → checked concepts → sections that ride along with the dictionary
 * (CompileOptions.dictionary). Pure, and apart from the line of manifests: a lexicon serves catalogs that it never saw.
 */
import {
  type AmbiguousSurface,
  buildLexicon,
  type ConceptEntry,
  type CueEntry,
  type VerbFamily,
} from '../text/lexicon/build.ts';
import { CUE_KINDS, type CueKind } from '../text/lexicon/cues.ts';
import type { NumericSection } from '../text/views.ts';
import { type Diagnostic, type SourceFile, sortDiagnostics } from './diagnostic.ts';
import { ConceptTheme, CueTable, IntentTable } from './lexicon-form.ts';
import type { ParsedSource, Path } from './parse.ts';
import { type Read, readForm, readForms } from './read-form.ts';
import { hashSources } from './seal.ts';
import { diagnostic } from './validate.ts';

/** Where a catalog directory keeps the themes of its lexicon. */
export const CONCEPTS_DIRECTORY = 'lexicon/concepts/';

/** Where it keeps the families of verbs; a lexicon may do without. */
export const INTENTS_PATH = 'lexicon/intents.yaml';

/** Where it keeps its cues; a lexicon may do without. */
export const CUES_PATH = 'lexicon/cues.yaml';

/** The sections of the lexicon among a catalog's sources, or everything that is wrong with it. No themes, no sections. */
export function compileLexicon(sources: readonly SourceFile[]): NumericSection[] | Diagnostic[] {
  const { files, themes, found } = readForms(sources, CONCEPTS_DIRECTORY, ConceptTheme);
  if (files.length === 0) return [];
  const intentsFile = sources.find(({ path }) => path === INTENTS_PATH);
  const intents = intentsFile === undefined ? null : readForm(intentsFile, IntentTable);
  if (Array.isArray(intents)) found.push(...intents);
  const cuesFile = sources.find(({ path }) => path === CUES_PATH);
  const cues = cuesFile === undefined ? null : readForm(cuesFile, CueTable);
  if (Array.isArray(cues)) found.push(...cues);
  if (found.length === 0) found.push(...acrossThemes(themes), ...familyFaults(themes, intents as Intents | null));
  if (found.length > 0) return sortDiagnostics(found);
  const concepts = themes
    .flatMap(({ form }) => form.concepts)
    .map(({ id, kind, zh, en, parts }): ConceptEntry => ({ id, kind, surfaces: [...zh, ...en], parts: parts ?? [] }));
  const ambiguous = themes
    .flatMap(({ form }) => form.ambiguous ?? [])
    .map((one): AmbiguousSurface => ({ surface: 'zh' in one ? one.zh : one.en, ids: one.ids }));
  const families = ((intents as Intents | null)?.form.intents ?? []).map(
    ({ id, effect, verbs, opposites = [] }): VerbFamily => ({ id, effect, verbs, opposites }),
  );
  // Everything of the lexicon, common operations too: a snapshot says with which language it was made.
  const hash = hashSources(sources.filter(({ path }) => path.startsWith('lexicon/')));
  return buildLexicon(concepts, ambiguous, families, cueEntries(cues as Read<CueTable> | null), hash);
}

/** The cues that a snapshot knows what to do with, and the guards. */
function cueEntries(cues: Read<CueTable> | null): CueEntry[] {
  if (cues === null) return [];
  const { guards } = cues.form;
  const known = cues.form.cues.filter(({ id }) => (CUE_KINDS as readonly string[]).includes(id));
  return [
    { kind: 'guard', surfaces: [...guards.zh, ...guards.en] },
    ...known.map(({ id, zh, en }): CueEntry => ({ kind: id as CueKind, surfaces: [...zh, ...en] })),
  ];
}

type Theme = Read<ConceptTheme>;
type Intents = Read<IntentTable>;

/** Ids are unique and known; a surface stands in one concept, unless it is listed as ambiguous. */
function acrossThemes(themes: readonly Theme[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const ids = new Set<string>();
  const ambiguous = new Set<string>();
  const ownerOf = new Map<string, string>();
  for (const { form, source } of themes) {
    for (const [i, { id }] of form.concepts.entries()) {
      if (ids.has(id))
        found.push(diagnostic(source, ['concepts', i, 'id'], 'duplicate_id', `the concept ${id} is given twice`));
      ids.add(id);
    }
    for (const one of form.ambiguous ?? []) ambiguous.add('zh' in one ? one.zh : one.en);
  }
  const known = (source: ParsedSource, path: Path, names: readonly string[] = []): void => {
    names.forEach((name, i) => {
      if (ids.has(name)) return;
      found.push(diagnostic(source, [...path, i], 'unknown_reference', `there is no concept ${name}`));
    });
  };
  for (const { form, source } of themes) {
    for (const [i, concept] of form.concepts.entries()) {
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
    for (const [i, one] of (form.ambiguous ?? []).entries()) known(source, ['ambiguous', i, 'ids'], one.ids);
  }
  return found;
}

/** A verb is a concept and stands in one family; what undoes a family is one. */
function familyFaults(themes: readonly Theme[], intents: Intents | null): Diagnostic[] {
  if (intents === null) return [];
  const ids = new Set(themes.flatMap(({ form }) => form.concepts.map(({ id }) => id)));
  const seen = new Set<string>();
  const found: Diagnostic[] = [];
  const families = new Set(intents.form.intents.map(({ id }) => id));
  for (const [i, { verbs, opposites = [] }] of intents.form.intents.entries()) {
    for (const [k, opposite] of opposites.entries()) {
      if (families.has(opposite)) continue;
      const path = ['intents', i, 'opposites', k];
      found.push(diagnostic(intents.source, path, 'unknown_reference', `there is no family ${opposite}`));
    }
    for (const [k, verb] of verbs.entries()) {
      const path = ['intents', i, 'verbs', k];
      if (!ids.has(verb)) {
        found.push(diagnostic(intents.source, path, 'unknown_reference', `there is no concept ${verb}`));
      }
      if (seen.has(verb)) {
        found.push(
          diagnostic(intents.source, path, 'duplicate_id', `the verb ${verb} stands in another family already`),
        );
      }
      seen.add(verb);
    }
  }
  return found;
}
