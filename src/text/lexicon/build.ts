/**
 * Makes the sections of layout.ts from concepts. Pure: the same concepts, the same bytes. It reads no files and knows no
 * YAML; surfaces go through the analyzer's own units, so that they are met in texts as they are spelled here.
 */
import { unitsOf } from '../analyze.ts';
import { SHARE_OF_WHOLE } from '../token.ts';
import { buildTrie } from '../trie/build.ts';
import type { NumericSection } from '../views.ts';
import { CUE_KINDS, type CueKind } from './cues.ts';
import { CONCEPT_KINDS, type ConceptKind, FAMILY_EFFECTS, SHARES_PER_CONCEPT } from './layout.ts';
import type { FamilyEffect } from './lexicon.ts';
import { spell } from './unit.ts';

export type ConceptEntry = {
  readonly id: string;
  readonly kind: ConceptKind;
  readonly surfaces: readonly string[];
  /** Ids of what the concept holds. */
  readonly parts: readonly string[];
};

/** A surface that stands in several concepts. */
export type AmbiguousSurface = { readonly surface: string; readonly ids: readonly string[] };

/** Verbs (concept ids) that want the same done, what that usually does, and the names of the families that undo it. */
export type VerbFamily = {
  readonly id: string;
  readonly effect: FamilyEffect;
  readonly verbs: readonly string[];
  readonly opposites: readonly string[];
};

/** Turns of phrase of one kind. */
export type CueEntry = { readonly kind: CueKind; readonly surfaces: readonly string[] };

/** A part of a compound counts half: who asks for an approval instance asks for an approval, but not only. */
const SHARE_OF_PART = 2;

/** Throws RangeError when an id is unknown or given twice. `hash` is 64 ASCII characters. */
export function buildLexicon(
  concepts: readonly ConceptEntry[],
  ambiguous: readonly AmbiguousSurface[],
  families: readonly VerbFamily[],
  cues: readonly CueEntry[],
  hash: string,
): NumericSection[] {
  const numbers = new Map(concepts.map(({ id }, number) => [id, number]));
  if (numbers.size !== concepts.length) throw new RangeError('a concept id is given twice');
  const numberOf = (id: string): number => {
    const number = numbers.get(id);
    if (number === undefined) throw new RangeError(`there is no concept ${id}`);
    return number;
  };
  const meanings = [
    ...concepts.map(({ id, parts }) => sharesOf([id], parts, numberOf)),
    ...ambiguous.map(({ ids }) => sharesOf(ids, [], numberOf)),
  ];
  const meaningBySurface = new Map<string, number>();
  concepts.forEach(({ surfaces }, meaning) => {
    for (const surface of surfaces) meaningBySurface.set(surface, meaning);
  });
  for (const [i, { surface }] of ambiguous.entries()) meaningBySurface.set(surface, concepts.length + i);
  const { forms, stems } = keysOf(meaningBySurface);
  const familyOf = new Uint8Array(concepts.length);
  for (const [i, { verbs }] of families.entries()) for (const verb of verbs) familyOf[numberOf(verb)] = i + 1;
  const effects = Uint8Array.from(families, ({ effect }) => FAMILY_EFFECTS.indexOf(effect));
  const starts = [0];
  for (const shares of meanings) starts.push((starts.at(-1) as number) + shares.length);
  return [
    { name: 'lexicon.forms', type: 'u16', data: buildTrie(forms) },
    { name: 'lexicon.stems', type: 'u16', data: buildTrie(stems) },
    { name: 'lexicon.starts', type: 'u16', data: Uint16Array.from(starts) },
    { name: 'lexicon.concepts', type: 'u16', data: Uint16Array.from(meanings.flat()) },
    { name: 'lexicon.cues', type: 'u16', data: buildTrie(cueKeys(cues)) },
    { name: 'lexicon.families', type: 'u8', data: familyOf },
    { name: 'lexicon.effects', type: 'u8', data: effects },
    { name: 'lexicon.kinds', type: 'u8', data: Uint8Array.from(concepts, ({ kind }) => CONCEPT_KINDS.indexOf(kind)) },
    { name: 'lexicon.opposites', type: 'u8', data: Uint8Array.from(oppositePairs(families)) },
    { name: 'lexicon.names', type: 'u8', data: namesOf(concepts, families) },
    { name: 'lexicon.hash', type: 'u8', data: new TextEncoder().encode(hash) },
  ];
}

/** Both orders of every two families that undo each other, each once, one pair behind the other. */
function oppositePairs(families: readonly VerbFamily[]): number[] {
  const numbers = new Map(families.map(({ id }, i) => [id, i + 1]));
  const pairs = new Map<string, readonly [number, number]>();
  for (const [i, { opposites }] of families.entries()) {
    for (const id of opposites) {
      const other = numbers.get(id);
      if (other === undefined) throw new RangeError(`there is no family ${id}`);
      pairs.set(`${i + 1} ${other}`, [i + 1, other]).set(`${other} ${i + 1}`, [other, i + 1]);
    }
  }
  return [...pairs.values()].flat();
}

/** Entries of `lexicon.concepts` for one meaning: its ids share the whole, parts get a half each. */
function sharesOf(ids: readonly string[], parts: readonly string[], numberOf: (id: string) => number): number[] {
  const share = Math.max(1, Math.floor(SHARE_OF_WHOLE / ids.length));
  const entry = (id: string, quarters: number) => numberOf(id) * SHARES_PER_CONCEPT + quarters - 1;
  return [...ids.map((id) => entry(id, share)), ...parts.map((id) => entry(id, SHARE_OF_PART))];
}

function namesOf(concepts: readonly ConceptEntry[], families: readonly VerbFamily[]): Uint8Array {
  const lines = [...concepts.map(({ id }) => id), ...families.map(({ id }) => id)];
  return new TextEncoder().encode(lines.join('\n'));
}

/** Of two kinds that share a surface the first keeps it; guards go first, since they win over every cue. */
function cueKeys(cues: readonly CueEntry[]): Map<string, number> {
  const keys = new Map<string, number>();
  for (const { kind, surfaces } of [...cues].sort((a, b) => CUE_KINDS.indexOf(a.kind) - CUE_KINDS.indexOf(b.kind))) {
    for (const surface of surfaces) {
      const key = spell(unitsOf(surface), 'form').text;
      if (key !== '' && !keys.has(key)) keys.set(key, CUE_KINDS.indexOf(kind));
    }
  }
  return keys;
}

type Keys = { readonly forms: Map<string, number>; readonly stems: Map<string, number> };

/**
 * English surfaces go by their stems where all surfaces of these stems mean the same; where they do not (customs,
 * customer, customize) each goes as written, with its own inflections. Surfaces with an ideograph always go as written.
 */
function keysOf(meaningBySurface: ReadonlyMap<string, number>): Keys {
  const forms = new Map<string, number>();
  const stems = new Map<string, number>();
  const byStem = new Map<string, Set<number>>();
  const latin: { form: string; stem: string; meaning: number }[] = [];
  for (const [surface, meaning] of meaningBySurface) {
    const units = unitsOf(surface);
    if (units.length === 0) continue;
    const form = spell(units, 'form').text;
    if (units.some((unit) => unit.isHan)) {
      if (!forms.has(form)) forms.set(form, meaning);
      continue;
    }
    const stem = spell(units, 'stem').text;
    latin.push({ form, stem, meaning });
    byStem.set(stem, (byStem.get(stem) ?? new Set()).add(meaning));
  }
  const clashing = latin.filter(({ stem }) => (byStem.get(stem) as Set<number>).size > 1);
  for (const { stem, meaning } of latin) if ((byStem.get(stem) as Set<number>).size === 1) stems.set(stem, meaning);
  for (const { form, meaning } of clashing) if (!forms.has(form)) forms.set(form, meaning);
  for (const { form, stem, meaning } of clashing) {
    for (const inflected of inflectionsOf(form)) {
      const units = unitsOf(inflected);
      if (!forms.has(inflected) && spell(units, 'stem').text === stem) forms.set(inflected, meaning);
    }
  }
  return { forms, stems };
}

/** The regular inflections of an English surface's last word (and of its only word the verb forms). */
function inflectionsOf(form: string): string[] {
  const plural = /(?:s|x|z|ch|sh)$/.test(form) ? `${form}es` : form.replace(/([^aeiou])y$/, '$1ie').concat('s');
  if (form.includes(' ')) return [plural];
  const bare = form.replace(/e$/, '');
  const doubled = form + form.slice(-1);
  return [plural, `${bare}ed`, `${bare}ing`, `${doubled}ed`, `${doubled}ing`, form.replace(/y$/, 'ied')];
}
