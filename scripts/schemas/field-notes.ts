/** What a request schema says of each field, in words for a refusal. Works on JSON Schema; knows no contract. */

export type JsonSchema = { readonly [key: string]: unknown };

/** `expected` in words; `example` is a value that would do. */
export type FieldNote = { readonly expected: string; readonly example: unknown };

/** Notes by pointer pattern: `/limit`, `/types`, and `/types/*` for the items of a list. */
export function fieldNotes(schema: JsonSchema, at = ''): Record<string, FieldNote> {
  const notes: Record<string, FieldNote> = {};
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    notes[`${at}/${name}`] = { expected: inWords(property), example: exampleOf(property) };
    Object.assign(notes, fieldNotes(property, `${at}/${name}`));
  }
  if (schema.items !== undefined) {
    const items = schema.items as JsonSchema;
    notes[`${at}/*`] = { expected: inWords(items), example: exampleOf(items) };
  }
  return notes;
}

function inWords(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as JsonSchema[]).map(inWords).join(', or ');
  switch (schema.type) {
    case 'integer':
      return `an integer${range(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array': {
      const items = schema.items as JsonSchema;
      return `a list of${range(schema.minItems ?? 0, schema.maxItems).replace(' from', '')} items, each ${inWords(items)}`;
    }
    case 'string':
      if (schema.maxLength === undefined) return `text that matches ${String(schema.pattern)}`;
      return `one line of ${String(schema.minLength ?? 0)} to ${String(schema.maxLength)} characters`;
    default:
      return `an ${String(schema.type)}`;
  }
}

/** zod writes the ends of the safe integers where the contract has no limit. */
function range(from: unknown, to: unknown): string {
  const bounded = typeof to === 'number' && to < Number.MAX_SAFE_INTEGER;
  return bounded ? ` from ${String(from)} to ${to}` : ` not below ${String(from)}`;
}

function exampleOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0] as JsonSchema);
  switch (schema.type) {
    case 'integer':
      return schema.minimum;
    case 'boolean':
      return true;
    case 'array':
      return [exampleOf(schema.items as JsonSchema)];
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => [
          name,
          exampleOf(property),
        ]),
      );
    default:
      return 'text';
  }
}
