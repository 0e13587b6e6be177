/** A manifest → the resolved model: derived fields filled in, optional lists empty instead of absent. It checks nothing. */
import type {
  Bilingual,
  BilingualList,
  Boundary,
  Capability,
  Effect,
  SideEffect,
  Verification,
} from '../../capability/capability.ts';
import type { ActionManifest, Manifest } from '../../capability/manifest.ts';
import type { Draft } from '../validate.ts';

const EFFECT_OF: Readonly<Record<SideEffect, Effect>> = {
  R: 'read',
  'W-local': 'write',
  'W-shared': 'write',
  I: 'destructive',
};

/** Know-how and packs are read, never run: these follow from their kind and are no choice of an author. */
const READ_ONLY = {
  sideEffect: 'R',
  effect: 'read',
  riskLevel: 'low',
  confirmation: 'none',
  idempotency: 'idempotent',
  timeoutMs: 0,
  networkPolicy: 'none',
  argumentsSchema: { type: 'object', additionalProperties: false, properties: {} },
  examples: [],
  produces: [],
  verifies: [],
  affectedResources: [],
} as const satisfies Partial<Capability>;

/** `script`: what the handler of kind script names, as it was read. */
export function toCapability(manifest: Manifest, script?: Draft['script']): Capability {
  const { id, type, version, title, summary, entities, requires } = manifest;
  const base = {
    id,
    cliPath: id.replaceAll('.', ' '),
    type,
    product: id.split('.', 1)[0] as string,
    pack: id.slice(0, Math.max(id.lastIndexOf('.'), 0)),
    version,
    title: bilingual(title),
    summary: bilingual(summary),
    description: bilingual(manifest.description ?? {}),
    aliases: lists(manifest.aliases),
    intents: manifest.intents ?? [],
    entities,
    qualifiers: manifest.qualifiers ?? [],
    symptoms: lists(manifest.symptoms),
    whenToUse: manifest.when_to_use.map(bilingual),
    whenNotToUse: manifest.when_not_to_use.map(boundary),
    os: requires?.os ?? [],
    executables: (requires?.executables ?? []).map(({ name, min_version }) => ({
      name,
      ...(min_version === undefined ? {} : { min_version }),
    })),
    requiredContext: manifest.required_context ?? [],
  };
  if (manifest.type === 'action') return { ...base, ...actionFields(manifest, script) };
  return { ...base, ...READ_ONLY, ...('body' in manifest ? { body: bilingual(manifest.body) } : {}) };
}

function actionFields(manifest: ActionManifest, script: Draft['script']) {
  const { side_effect, examples, output_schema, preview, verification, compensation, retry, handler } = manifest;
  return {
    sideEffect: side_effect,
    effect: EFFECT_OF[side_effect],
    riskLevel: manifest.risk_level,
    confirmation: manifest.confirmation,
    idempotency: manifest.idempotency,
    timeoutMs: manifest.timeout_ms,
    networkPolicy: manifest.network_policy,
    ...(manifest.host_view === undefined ? {} : { hostView: manifest.host_view }),
    argumentsSchema: manifest.arguments_schema,
    ...(output_schema === undefined ? {} : { outputSchema: output_schema }),
    examples: examples.map(({ arguments: given, note, files }) => ({
      arguments: given,
      ...(note === undefined ? {} : { note: bilingual(note) }),
      ...(files === undefined ? {} : { files }),
    })),
    produces: manifest.produces ?? [],
    verifies: manifest.verifies ?? [],
    affectedResources: manifest.affected_resources ?? [],
    ...(preview === undefined ? {} : { preview }),
    ...(manifest.may_start === undefined ? {} : { mayStart: manifest.may_start }),
    ...(verification === undefined ? {} : { verification: verificationOf(verification) }),
    ...(compensation === undefined ? {} : { compensation }),
    ...(retry === undefined ? {} : { retry: { attempts: retry.attempts, backoffMs: retry.backoff_ms } }),
    // zod marks absent keys as "or undefined"; parsing never sets such a key.
    handler: { ...handler, ...script } as NonNullable<Capability['handler']>,
  };
}

function verificationOf(given: NonNullable<ActionManifest['verification']>): Verification {
  const { action, arguments: from, when, took_effect: tookEffect, no_effect: noEffect } = given;
  return {
    action,
    arguments: from,
    ...(when === undefined ? {} : { when }),
    tookEffect,
    ...(noEffect === undefined ? {} : { noEffect }),
  };
}

type Loose<T> = { readonly zh?: T | undefined; readonly en?: T | undefined };

/** Block scalars end with a newline that nobody means. */
function bilingual({ zh, en }: Loose<string>): Bilingual {
  return { ...(zh === undefined ? {} : { zh: zh.trim() }), ...(en === undefined ? {} : { en: en.trim() }) };
}

function boundary(line: Loose<string> & { readonly instead?: string | undefined }): Boundary {
  return { ...bilingual(line), ...(line.instead === undefined ? {} : { instead: line.instead }) };
}

function lists(given: Loose<readonly string[]> | undefined): BilingualList {
  return { zh: given?.zh ?? [], en: given?.en ?? [] };
}
