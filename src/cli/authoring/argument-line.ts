/** How an author types one argument of a new capability, `NAME[?][:TYPE] = ZH | EN`, and one example, `NAME=VALUE …`. */
import type { Json, JsonObject } from '../../capability/capability.ts';
import { texts } from './two-texts.ts';
import { Unreadable } from './unreadable.ts';

export type ArgumentLine = {
  readonly name: string;
  readonly optional: boolean;
  /** A path: a name that starts with "-" is then no option. */
  readonly path: boolean;
  readonly schema: JsonObject;
};

/** The types that an argument may have, each with the schema that says so. */
const TYPES: Readonly<Record<string, JsonObject>> = {
  path: { type: 'string', minLength: 1 },
  text: { type: 'string', minLength: 1 },
  integer: { type: 'integer', minimum: 0 },
  number: { type: 'number' },
};

const FORM = '`NAME = ZH | EN`, with `?` behind a name that may be left out and `:TYPE` behind it';

export function readArgument(text: string): ArgumentLine {
  const [, name, mark, type = 'text', described = ''] =
    /^\s*([A-Za-z_][A-Za-z0-9_]*)(\?)?(?::([a-z]+))?\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new Unreadable('--argument', `"${text}" is not ${FORM}`);
  const schema = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (schema === undefined) {
    throw new Unreadable('--argument', `"${type}" is none of the types ${Object.keys(TYPES).join(', ')}`);
  }
  const { zh, en } = texts('--argument', described);
  const whole = { ...schema, description: en, 'x-description-zh': zh };
  return { name, optional: mark === '?', path: type === 'path', schema: whole };
}

/** Arguments of one call: `NAME=VALUE NAME=VALUE`, or a JSON object where a value holds a space. */
export function readExample(text: string, lines: readonly ArgumentLine[]): JsonObject {
  if (text.trim().startsWith('{')) return readObject(text);
  const pairs = text.trim() === '' ? [] : text.trim().split(/\s+/);
  return Object.fromEntries(
    pairs.map((pair): [string, Json] => {
      const [name = '', value] = pair.split(/=(.*)/s);
      const line = lines.find((one) => one.name === name);
      if (line === undefined || value === undefined) {
        throw new Unreadable('--example', `"${pair}" is not NAME=VALUE with the name of an argument`);
      }
      return [
        name,
        line.schema.type === 'string' || value === '' || Number.isNaN(Number(value)) ? value : Number(value),
      ];
    }),
  );
}

function readObject(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new Unreadable('--example', `"${text}" starts like JSON and is none`);
  }
}
