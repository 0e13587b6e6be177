/** Tool `json_validate`: syntax with the place of the first error, repeated keys, and a JSON Schema if one is given. */
import type { ErrorObject } from 'ajv';
import { flag, optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { JsonError, type JsonNode, parseJson, placeOf, toValue } from './json-parse.ts';
import { readJson } from './json-read.ts';
import { fileText, sourceText } from './source.ts';

const SHOWN = 50;
const EXCERPT = 60;

type SyntaxFault = { line: number; column: number; message: string; excerpt: string };
type Repeated = { key: string; line: number; column: number };

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const text = sourceText(args, io);
  const pieces = flag(args, 'json_lines')
    ? text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ text: line, line: i }]))
    : [{ text, line: 0 }];
  const nodes: JsonNode[] = [];
  const repeated: Repeated[] = [];
  let error: SyntaxFault | null = null;
  for (const piece of pieces) {
    try {
      const node = parseJson(piece.text);
      nodes.push(node);
      for (const { key, at } of repeatedKeys(node)) {
        const { line, column } = placeOf(piece.text, at);
        repeated.push({ key, line: line + piece.line, column });
      }
    } catch (thrown) {
      if (!(thrown instanceof JsonError)) throw thrown;
      const { line, column } = placeOf(piece.text, thrown.at);
      error = { line: line + piece.line, column, message: thrown.message, excerpt: excerptOf(piece.text, thrown.at) };
      break;
    }
  }
  const schema = optionalText(args, 'schema');
  const schemaErrors = error !== null || schema === undefined ? [] : await against(schema, nodes, io);
  return {
    valid: error === null && schemaErrors.length === 0,
    documents: nodes.length,
    error,
    duplicate_keys: repeated.slice(0, SHOWN),
    schema_errors: schemaErrors.slice(0, SHOWN),
  };
}

function excerptOf(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - EXCERPT / 2);
  const end = text.indexOf('\n', at);
  return text.slice(from, Math.min(end < 0 ? text.length : end, at + EXCERPT / 2)).toWellFormed();
}

function* repeatedKeys(node: JsonNode): Generator<{ key: string; at: number }> {
  if (node.kind === 'array') for (const item of node.items) yield* repeatedKeys(item);
  if (node.kind !== 'object') return;
  const seen = new Set<string>();
  for (const { key, at, node: member } of node.members) {
    if (seen.has(key)) yield { key, at };
    seen.add(key);
    yield* repeatedKeys(member);
  }
}

/** Dialect by "$schema", draft-07 without one. */
async function against(
  path: string,
  nodes: readonly JsonNode[],
  io: ToolIo,
): Promise<{ pointer: string; message: string }[]> {
  const schema = toValue(readJson(fileText(path, io), path));
  const isModern = /2020-12/.test(String((schema as { $schema?: unknown } | null)?.$schema ?? ''));
  const { Ajv } = isModern ? { Ajv: (await import('ajv/dist/2020.js')).Ajv2020 } : await import('ajv');
  let validate: { (data: unknown): unknown; errors?: ErrorObject[] | null };
  try {
    validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema as object);
  } catch (error) {
    throw new ToolFailure(`${path} is not a usable JSON Schema: ${(error as Error).message}`, 'invalid_arguments');
  }
  return nodes.flatMap((node, i) => {
    if (validate(toValue(node)) === true) return [];
    const prefix = nodes.length > 1 ? `document ${i + 1}: ` : '';
    return (validate.errors ?? []).map(({ instancePath, message }) => ({
      pointer: instancePath,
      message: `${prefix}${message ?? 'does not fit'}`,
    }));
  });
}
