/**
 * Capabilities that were compiled before, as drafts again: what is compiled now may refer to them, shares identities with
 * none of them and never replaces one. The way back from `to-capability.ts`, and like it checks nothing.
 */
import type { Bilingual, BilingualList, Capability } from '../../capability/capability.ts';
import type { Manifest } from '../../capability/manifest.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { type Draft, diagnostic } from '../validate.ts';

/** In front of every directory. */
const ROOT = -1;
const START = { line: 1, column: 1 };

/** A draft whose manifest says what the capability says. */
export function draftOf(capability: Capability): Draft {
  const { manifest, script } = manifestOf(capability);
  const at = () => START;
  const source = { file: capability.id, root: ROOT, value: null, locate: at, locateKey: at, locateText: at };
  return { manifest, source, ...(script === undefined ? {} : { script }) };
}

/** Whether a draft comes from here. */
export function wasThereBefore({ source }: Draft): boolean {
  return source.root === ROOT;
}

/** A complaint about each draft that has the id of one that was there before. */
export function replacing(drafts: readonly Draft[], before: readonly Capability[]): Diagnostic[] {
  const ids = new Set(before.map(({ id }) => id));
  return drafts
    .filter(({ manifest }) => ids.has(manifest.id))
    .map(({ source, manifest }) => {
      const message = `${manifest.id} is there already and is not replaced`;
      return diagnostic(source, ['id'], 'override_refused', message, { expected: 'an id of its own' });
    });
}

/** The manifest that a capability was made of, and the script beside it. */
export function manifestOf(capability: Capability): Pick<Draft, 'manifest' | 'script'> {
  const { id, type, version, title, summary, description, aliases, symptoms, os, executables } = capability;
  const requires = { ...(os.length === 0 ? {} : { os }), ...(executables.length === 0 ? {} : { executables }) };
  const common = {
    id,
    type,
    version,
    title,
    summary,
    ...(isBlank(description) ? {} : { description }),
    ...(isEmpty(aliases) ? {} : { aliases }),
    ...(capability.intents.length === 0 ? {} : { intents: capability.intents }),
    entities: capability.entities,
    qualifiers: capability.qualifiers,
    ...(isEmpty(symptoms) ? {} : { symptoms }),
    when_to_use: capability.whenToUse,
    when_not_to_use: capability.whenNotToUse,
    ...(Object.keys(requires).length === 0 ? {} : { requires }),
    required_context: capability.requiredContext,
  };
  if (type !== 'action')
    return { manifest: as({ ...common, ...(capability.body === undefined ? {} : { body: capability.body }) }) };
  const { handler, script } = handlerOf(capability);
  return {
    manifest: as({ ...common, ...actionFields(capability), handler }),
    ...(script === undefined ? {} : { script }),
  };
}

function actionFields(capability: Capability) {
  const { hostView, outputSchema, preview, verification, compensation, retry } = capability;
  return {
    side_effect: capability.sideEffect,
    risk_level: capability.riskLevel,
    confirmation: capability.confirmation,
    idempotency: capability.idempotency,
    timeout_ms: capability.timeoutMs,
    network_policy: capability.networkPolicy,
    ...(hostView === undefined ? {} : { host_view: hostView }),
    arguments_schema: capability.argumentsSchema,
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    examples: capability.examples,
    produces: capability.produces,
    verifies: capability.verifies,
    affected_resources: capability.affectedResources,
    ...(preview === undefined ? {} : { preview }),
    ...(capability.mayStart === undefined ? {} : { may_start: capability.mayStart }),
    ...(verification === undefined ? {} : { verification: outcomeOf(verification) }),
    ...(compensation === undefined ? {} : { compensation }),
    ...(retry === undefined ? {} : { retry: { attempts: retry.attempts, backoff_ms: retry.backoffMs } }),
  };
}

function outcomeOf({ tookEffect, noEffect, ...rest }: NonNullable<Capability['verification']>) {
  return { ...rest, took_effect: tookEffect, ...(noEffect === undefined ? {} : { no_effect: noEffect }) };
}

function handlerOf({ handler }: Capability): { readonly handler: unknown; readonly script?: Draft['script'] } {
  if (handler?.kind !== 'script') return { handler };
  const { text, sha256, ...said } = handler;
  return { handler: said, script: { text, sha256 } };
}

/** What was validated once is of the form still: only its lists are read-only now. */
function as(manifest: object): Manifest {
  return manifest as Manifest;
}

function isBlank({ zh, en }: Bilingual): boolean {
  return zh === undefined && en === undefined;
}

function isEmpty({ zh, en }: BilingualList): boolean {
  return zh.length === 0 && en.length === 0;
}
