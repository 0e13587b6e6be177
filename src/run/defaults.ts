/**
 * Defaults of an arguments schema, put in openly: the frozen call shows every value that the execution will use.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import { isObject } from './expectation.ts';

/** A copy of `args` with the defaults of absent properties, also inside objects that are present. */
export function applyDefaults(schema: JsonObject, args: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const entries: [string, Json][] = Object.entries(args).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, isObject(property) && isObject(value) ? applyDefaults(property, value) : value];
  });
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(args, name) || !isObject(property) || property.default === undefined) continue;
    entries.push([name, property.default]);
  }
  // fromEntries defines properties and never assigns: a key "__proto__" stays an ordinary, refusable key.
  return Object.fromEntries(entries);
}
