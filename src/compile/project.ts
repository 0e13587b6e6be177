/** Stage 4: a capability → the texts that it is searched by, and the spellings that name it. It knows no weights. */
import type { Bilingual, BilingualList, Capability, Json } from '../capability/capability.ts';
import type { FieldedDocument } from '../fulltext/fields.ts';
import type { KeyEntry } from '../snapshot/keys.ts';
import { foldKey } from '../text/fold-key.ts';

/**
 * What a whole catalog is searched by, in its order. When a capability is not to be used but another one is, that is a
 * situation of the other: of 1,385 questions .2 to .5 in a hundred more find it first. Pushing the one down that says so
 * was tried instead and lost .8 at five.
 */
export function toDocuments(capabilities: readonly Capability[]): FieldedDocument[] {
  const sentTo = new Map<string, Bilingual[]>();
  for (const { whenNotToUse } of capabilities) {
    for (const { instead, ...when } of whenNotToUse) {
      if (instead !== undefined) sentTo.set(instead, [...(sentTo.get(instead) ?? []), when]);
    }
  }
  return capabilities.map((capability) => toDocument(capability, sentTo.get(capability.id)));
}

/**
 * Which texts go into which field; both languages stand side by side. `sentHere`: situations in which others say that
 * this is the right one.
 */
function toDocument(capability: Capability, sentHere: readonly Bilingual[] = []): FieldedDocument {
  const { id, title, summary, description, aliases, whenToUse, argumentsSchema } = capability;
  return {
    fields: {
      identity: [id],
      // A title that is only the id again would count the same words twice.
      title: texts(title).filter((text) => text !== id),
      summary: texts(summary),
      description: texts(description),
      aliases: listTexts(aliases),
      usage: [...whenToUse, ...sentHere].flatMap(texts),
      parameters: parameterTexts(argumentsSchema),
      keywords: keywords(capability),
    },
  };
}

/** Symptoms and the terms of the controlled vocabulary, as they are written. */
function keywords({ symptoms, entities, intents, qualifiers }: Capability): string[] {
  return [...listTexts(symptoms), ...entities, ...intents, ...qualifiers];
}

/**
 * The folded spellings of all capabilities: id, CLI path, aliases, and every shorter tail of the id, also those that
 * several share: the exact guard lists the options then. `capabilities` in the order of their document numbers.
 */
export function toKeys(capabilities: readonly Capability[]): KeyEntry[] {
  return capabilities.flatMap(({ id, cliPath, aliases }, doc) => {
    const entries: KeyEntry[] = [
      { key: foldKey(id), doc, kind: 'id' },
      { key: foldKey(cliPath), doc, kind: 'cli_path' },
      ...listTexts(aliases).map((alias): KeyEntry => ({ key: foldKey(alias), doc, kind: 'alias' })),
      ...tailsOf(id).map((tail): KeyEntry => ({ key: foldKey(tail), doc, kind: 'suffix' })),
    ];
    return entries.filter(({ key }) => key !== '');
  });
}

/** Tails of an id at its dots: `system.port.who` → `port.who`, `who`. */
function tailsOf(id: string): string[] {
  const parts = id.split('.');
  return parts.slice(1).map((_, i) => parts.slice(i + 1).join('.'));
}

/** Names and descriptions of the arguments, and the words of their enums: all of it is what people ask with. */
function parameterTexts(schema: Json): string[] {
  const found: string[] = [];
  const visit = (node: Json | undefined, depth: number): void => {
    if (depth > MAX_PARAMETER_DEPTH || !isObject(node)) return;
    const properties = isObject(node.properties) ? node.properties : {};
    for (const [name, property] of Object.entries(properties)) {
      found.push(name);
      describe(property);
      visit(property, depth + 1);
    }
    if (isObject(node.items)) {
      describe(node.items);
      visit(node.items, depth + 1);
    }
  };
  const describe = (property: Json | undefined): void => {
    if (!isObject(property)) return;
    for (const key of ['title', 'description', 'x-description-zh']) {
      const text = property[key];
      if (typeof text === 'string') found.push(text);
    }
    const { enum: allowed } = property;
    if (Array.isArray(allowed)) {
      for (const value of allowed.slice(0, MAX_ENUM_WORDS)) if (typeof value === 'string') found.push(value);
    }
  };
  visit(schema, 0);
  return found;
}

/** Arguments of arguments of arguments say little of what a capability is for, and foreign schemas nest without end. */
const MAX_PARAMETER_DEPTH = 3;
/** A long enum is a table (countries, currencies), not a description. */
const MAX_ENUM_WORDS = 20;

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts({ zh, en }: Bilingual): string[] {
  return [zh, en].filter((text) => text !== undefined);
}

function listTexts({ zh, en }: BilingualList): string[] {
  return [...zh, ...en];
}
