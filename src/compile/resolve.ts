/**
 * Stage 3: all drafts together → complete capabilities in the order of their ids, or what does not fit together.
 * Each rule has its own file beside; here is only their order. It knows no index and no snapshot.
 */
import type { Capability } from '../capability/capability.ts';
import { compare, type Diagnostic } from './diagnostic.ts';
import { checkArguments } from './resolve/arguments.ts';
import { checkHandler } from './resolve/handler.ts';
import { checkIdentity } from './resolve/identity.ts';
import { checkOutcomes } from './resolve/outcome.ts';
import { type Override, type OverridePolicy, overlay } from './resolve/overlay.ts';
import { type Bounded, UNBOUNDED } from './resolve/patterns.ts';
import { checkReferences } from './resolve/references.ts';
import { draftOf, replacing, wasThereBefore } from './resolve/there-before.ts';
import { toCapability } from './resolve/to-capability.ts';
import type { Draft } from './validate.ts';

export type Resolved = { readonly capabilities: readonly Capability[]; readonly overrides: readonly Override[] };

export type ResolveOptions = {
  readonly overrides: OverridePolicy;
  /** Names of the built-in tools; unchecked when not given (a catalog may be compiled where they are not known). */
  readonly builtinTools?: readonly string[];
  /** Breaks off what takes too long; without it, schemas are given all the time that they want. */
  readonly bounded?: Bounded;
  /** Capabilities that are there before the drafts: these may name them and replace none of them. */
  readonly before?: readonly Capability[];
};

/** What can be said of one draft alone: its schema, its examples, its handler. */
export function checkDraft(draft: Draft, options: ResolveOptions): Diagnostic[] {
  const schema = checkArguments(draft, options.bounded ?? UNBOUNDED);
  return schema.length > 0 ? schema : checkHandler(draft, options.builtinTools);
}

/** Joins drafts that passed `checkDraft` one by one. */
export function resolve(drafts: readonly Draft[], options: ResolveOptions): Resolved | Diagnostic[] {
  const { before = [] } = options;
  const replaced = replacing(drafts, before);
  if (replaced.length > 0) return replaced;
  const { kept, overrides, diagnostics } = overlay([...before.map(draftOf), ...drafts], options.overrides);
  // What was there before has been checked when it was compiled.
  const fresh = kept.filter((draft) => !wasThereBefore(draft));
  const found = [
    ...diagnostics,
    ...checkIdentity(kept),
    ...checkReferences(fresh, kept),
    ...checkOutcomes(fresh, kept, options.bounded ?? UNBOUNDED),
  ];
  if (found.length > 0) return found;
  const capabilities = kept
    .map(({ manifest, script }) => toCapability(manifest, script))
    .sort((a, b) => compare(a.id, b.id));
  return { capabilities, overrides };
}
