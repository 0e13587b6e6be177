/** What a list of references shows of a capability, in both languages: the small record that a search reads. */
import type { Bilingual, Capability } from '../capability/capability.ts';

export type Card = Pick<
  Capability,
  | 'id'
  | 'cliPath'
  | 'type'
  | 'product'
  | 'pack'
  | 'sideEffect'
  | 'effect'
  | 'riskLevel'
  | 'confirmation'
  | 'idempotency'
  | 'os'
  | 'executables'
  | 'version'
> & {
  readonly title: Bilingual;
  readonly summary: Bilingual;
  /** Names of the arguments, in the schema's order. */
  readonly parameters: readonly string[];
};

/** The card of a capability. */
export function cardOf(capability: Capability): Card {
  const { id, cliPath, type, product, pack, title, summary, sideEffect, effect, riskLevel } = capability;
  const { confirmation, idempotency, os, executables, version, argumentsSchema } = capability;
  const properties = argumentsSchema.properties;
  const named = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  const parameters = named ? Object.keys(properties) : [];
  const effects = { sideEffect, effect, riskLevel, confirmation, idempotency };
  return { id, cliPath, type, product, pack, title, summary, ...effects, os, executables, version, parameters };
}
