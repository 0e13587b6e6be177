/** Tool `yaml_to_json`: the documents of a YAML text as JSON values. */
import { parseAllDocuments } from 'yaml';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { sourceText } from './source.ts';

/** Times that aliases may multiply a document: a bomb is refused, a long configuration is not. */
const MOST_ALIASES = 1000;

export function run(args: JsonObject, io: ToolIo): Json {
  const text = sourceText(args, io);
  const parsed = parseAllDocuments(text, { intAsBigInt: true, uniqueKeys: true, merge: true, logLevel: 'silent' });
  const documents = (Array.isArray(parsed) ? parsed : []).map((document) => {
    const [first] = document.errors;
    if (first !== undefined) {
      const place = first.linePos?.[0];
      const where = place === undefined ? '' : `line ${place.line}, column ${place.col}: `;
      throw new ToolFailure(`the input is not YAML: ${where}${first.message.split('\n')[0]}`, 'invalid_arguments');
    }
    try {
      return { value: toJson(document.toJS({ maxAliasCount: MOST_ALIASES }), new Set()) };
    } catch (error) {
      if (error instanceof ReferenceError)
        throw new ToolFailure(`the input is refused: ${error.message}`, 'invalid_arguments');
      throw error;
    }
  });
  return { documents, count: documents.length };
}

/** JSON has no dates, binary values, infinities or circles: they become text, and a circle is refused. */
function toJson(value: unknown, above: ReadonlySet<unknown>): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value as Json;
  if (typeof value === 'bigint') {
    const isSafe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
    return isSafe ? Number(value) : (JSON as unknown as { rawJSON(source: string): Json }).rawJSON(String(value));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (above.has(value)) throw new ToolFailure('the input is refused: it contains itself', 'invalid_arguments');
  const inside = new Set([...above, value]);
  if (Array.isArray(value)) return value.map((item) => toJson(item, inside));
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member, inside)]));
  if (value instanceof Set) return [...value].map((item) => toJson(item, inside));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member, inside)]));
  return null;
}
