/** Which terms of the vocabulary a text speaks of: a proposal for the tags of a new capability. */
import { parse } from 'yaml';
import { VocabularyManifest } from '../../capability/vocabulary.ts';

/** Tags beyond this many say everything and so nothing. */
const PROPOSED = 3;

/** A vocabulary as a catalog has it; undefined when it cannot be read. */
export function readVocabulary(yaml: string): VocabularyManifest | undefined {
  return VocabularyManifest.safeParse(parse(yaml)).data;
}

/** The terms of a layer whose name stands in the texts, longest name first; none without a vocabulary. */
export function proposeTerms(
  vocabulary: VocabularyManifest | undefined,
  layer: 'domain' | 'action',
  texts: readonly string[],
): string[] {
  const names = Object.entries(vocabulary?.[layer] ?? {})
    .flatMap(([term, { zh, en }]) => [
      // One sign alone says little: 列 is a column and the beginning of "to list".
      ...(zh.length > 1 ? [{ term, weight: 2 * zh.length, name: new RegExp(escaped(zh), 'giu') }] : []),
      { term, weight: en.length, name: new RegExp(`(?<![a-z0-9])${plural(escaped(en))}(?![a-z0-9])`, 'giu') },
    ])
    .sort((a, b) => b.weight - a.weight);
  const found = new Set<string>();
  let said = texts.join('\n');
  for (const { term, name } of names) {
    // What a longer name has taken is gone: "command line" is no line.
    const left = said.replace(name, ' ');
    if (left !== said && found.size < PROPOSED) found.add(term);
    said = left;
  }
  return [...found];
}

/** Most of a vocabulary that is told at once. */
const TOLD = 200;

/** All terms of a layer, those that share the beginning of a word with the texts first, then by their spelling. */
export function termsNear(
  vocabulary: VocabularyManifest | undefined,
  layer: 'domain' | 'action',
  texts: readonly string[],
): { readonly near: readonly string[]; readonly others: readonly string[] } {
  const said = texts.join('\n').toLowerCase();
  const words = said.match(/[a-z0-9]{4,}/g) ?? [];
  const isNear = ([term, { zh, en }]: [string, { zh: string; en: string }]) =>
    [...zh].some((sign) => /\p{Script=Han}/u.test(sign) && said.includes(sign)) ||
    [term, ...en.toLowerCase().split(/[^a-z0-9]+/)].some((name) =>
      words.some((word) => name.length >= SHARED && word.startsWith(name.slice(0, SHARED))),
    );
  const entries = Object.entries(vocabulary?.[layer] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = (wanted: boolean) => entries.filter((entry) => isNear(entry) === wanted).map(([term]) => term);
  return { near: named(true), others: named(false) };
}

/** The terms in one line, as what is expected. */
export function termList({ near, others }: ReturnType<typeof termsNear>): string {
  const all = [...near, ...others];
  const more = all.length > TOLD ? `, and ${all.length - TOLD} more in lexicon/vocabulary.yaml` : '';
  return `one of ${all.slice(0, TOLD).join(', ')}${more}`;
}

/** Signs that two words begin with alike before one may mean the other: "size" and "sizes", "list" and "listing". */
const SHARED = 4;

/** Some term of a layer, where only the form of a manifest matters. */
export function firstTerm(vocabulary: VocabularyManifest | undefined, layer: 'domain' | 'action'): string {
  return Object.keys(vocabulary?.[layer] ?? {})[0] ?? 'any';
}

function plural(name: string): string {
  return /[^aeiou]y$/i.test(name) ? `${name.slice(0, -1)}(?:y|ies)` : `${name}(?:e?s)?`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
