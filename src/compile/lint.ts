/**
 * What is allowed but not good enough: rules for the quality of a catalog's texts and declarations, one function each in
 * one ordered table. It reads resolved capabilities only; what the compiler refuses is not looked at again.
 */
import type { Capability } from '../capability/capability.ts';
import { compare } from './diagnostic.ts';
import { nearDuplicates } from './lint/near-duplicates.ts';
import {
  checkExamples,
  checkExecutables,
  checkLanguages,
  checkLengths,
  checkPlaceholders,
  checkSchemaDescriptions,
  checkSymptomsAndAliases,
  checkTags,
  checkVerifies,
} from './lint/one.ts';
import { type Find, selfRetrieval } from './lint/self-retrieval.ts';
import { siblingReferences } from './lint/siblings.ts';
import { twins } from './lint/twins.ts';

export type Finding = { readonly id: string; readonly rule: string; readonly message: string };

/** A rule about one capability: messages, none when it is fine. */
export type Rule = (capability: Capability) => readonly string[];
/** A rule about all of them together. */
export type CatalogRule = (capabilities: readonly Capability[]) => readonly { id: string; message: string }[];

const RULES: readonly (readonly [name: string, rule: Rule])[] = [
  ['languages', checkLanguages],
  ['length', checkLengths],
  ['tags', checkTags],
  ['placeholder', checkPlaceholders],
  ['executables', checkExecutables],
  ['examples', checkExamples],
  ['schema_descriptions', checkSchemaDescriptions],
  ['aliases', checkSymptomsAndAliases],
  ['verifies', checkVerifies],
];

const CATALOG_RULES: readonly (readonly [name: string, rule: CatalogRule])[] = [
  ['siblings', siblingReferences],
  ['near_duplicate', nearDuplicates],
  ['twins', twins],
];

/**
 * All findings, by id, then in the order of the rules. Without a search nobody asks whether texts find their own. `about`:
 * only these are judged, among all the others.
 */
export function lintCatalog(
  capabilities: readonly Capability[],
  find?: Find,
  about: readonly Capability[] = capabilities,
): Finding[] {
  const own = RULES.flatMap(([rule, check]) =>
    about.flatMap((capability) => check(capability).map((message) => ({ id: capability.id, rule, message }))),
  );
  const ids = new Set(about.map(({ id }) => id));
  const joint = CATALOG_RULES.flatMap(([rule, check]) =>
    check(capabilities).flatMap(({ id, message }) => (ids.has(id) ? [{ id, rule, message }] : [])),
  );
  const lost = find === undefined ? [] : selfRetrieval(about, find);
  const found = lost.map(({ id, message }) => ({ id, rule: 'self_retrieval', message }));
  return [...own, ...joint, ...found].sort((a, b) => compare(a.id, b.id));
}
