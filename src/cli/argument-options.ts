/**
 * Options for the arguments of one capability, from its arguments_schema: names, help texts, and the way back from texts
 * to JSON. It judges no value; a text that does not fit its schema stays a text, and the run refuses it with a reason.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import { integerOr } from './request.ts';

type Form = 'text' | 'integer' | 'number' | 'switch' | 'json';

export type ArgumentOption = {
  /** The argument's name in the schema. */
  readonly name: string;
  /** With the leading dashes, in kebab case. */
  readonly long: string;
  readonly form: Form;
  /** May be given several times; each text is one item. */
  readonly repeatable: boolean;
  /** A switch that is on unless told otherwise also has its `--no-` form. */
  readonly negatable: boolean;
  readonly about: string;
};

/**
 * One option a property, in the schema's order. A name that `reserved` has, or that comes twice, gets the prefix `arg-`;
 * one that no option can spell, or that still is taken, is left to `--args-json`.
 */
export function argumentOptions(schema: JsonObject, reserved: ReadonlySet<string>): ArgumentOption[] {
  const taken = new Set(reserved);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties)).flatMap(([name, raw]) => {
    const property = follow(raw, schema);
    const repeatable = typeOf(property) === 'array';
    const item = repeatable ? follow(property.items, schema) : property;
    const form = formOf(item);
    const spelled = kebab(name);
    const isSwitch = form === 'switch' && !repeatable;
    const long = [`--${spelled}`, `--arg-${spelled}`].find((candidate) => isFree(candidate, taken, isSwitch));
    if (spelled === '' || long === undefined) return [];
    taken.add(long);
    const negatable = isSwitch && property.default === true && !long.startsWith('--no-');
    return [{ name, long, form, repeatable, negatable, about: aboutOf(property, item, required.includes(name)) }];
  });
}

/** The parser reads `--no-x` as the opposite of `--x`: each takes the other's name too, and only a switch may have one. */
function isFree(long: string, taken: ReadonlySet<string>, isSwitch: boolean): boolean {
  const opposite = long.startsWith('--no-') ? long.replace('--no-', '--') : long.replace('--', '--no-');
  return !taken.has(long) && !taken.has(opposite) && (isSwitch || !long.startsWith('--no-'));
}

/** The JSON value of an option's raw text, texts or presence. */
export function argumentValue(option: ArgumentOption, raw: unknown): unknown {
  if (option.repeatable) return (raw as readonly string[]).map((text) => scalar(option.form, text));
  return typeof raw === 'string' ? scalar(option.form, raw) : raw;
}

function scalar(form: Form, text: string): unknown {
  switch (form) {
    case 'integer':
      return integerOr(text);
    case 'number':
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'json':
      return jsonOr(text);
    case 'text':
      return text;
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function formOf(schema: JsonObject): Form {
  switch (typeOf(schema)) {
    case 'boolean':
      return 'switch';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'string':
      return 'text';
    default:
      return 'json';
  }
}

/** The schema's type; the first that is not null of several; what an enum's values have in common. */
function typeOf(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.find((one): one is string => typeof one === 'string' && one !== 'null');
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  return values.length > 0 && values.every((value) => typeof value === 'string') ? 'string' : undefined;
}

function aboutOf(property: JsonObject, item: JsonObject, required: boolean): string {
  const description = property.description ?? item.description;
  const choices = Array.isArray(item.enum) ? [`one of ${item.enum.map(shown).join(', ')}`] : [];
  const notes = [
    ...(required ? ['required'] : []),
    ...choices,
    ...range(item),
    ...(property.default === undefined ? [] : [`default ${shown(property.default)}`]),
    ...(typeOf(property) === 'array' ? ['may be repeated'] : []),
    ...(formOf(item) === 'json' ? ['JSON'] : []),
  ];
  const text = typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').trim() : '';
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`.trim();
}

function range({ minimum, maximum }: JsonObject): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`${shown(minimum)} to ${shown(maximum)}`];
  if (minimum !== undefined) return [`at least ${shown(minimum)}`];
  return maximum === undefined ? [] : [`at most ${shown(maximum)}`];
}

function shown(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** A `$ref` into the same document, followed a bounded number of steps; anything else as it stands. */
function follow(value: Json | undefined, root: JsonObject): JsonObject {
  let here = objectOf(value);
  for (let step = 0; step < 8 && typeof here.$ref === 'string' && here.$ref.startsWith('#/'); step += 1) {
    let target: Json | undefined = root;
    for (const part of here.$ref.slice(2).split('/')) {
      target = objectOf(target)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    const { $ref: _followed, ...beside } = here;
    here = { ...objectOf(target), ...beside };
  }
  return here;
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
}
