/** Tool `json_query`: values of a JSON document by a path. */
import { integer, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { toValue } from './json-parse.ts';
import { findPlaces } from './json-path.ts';
import { readJson } from './json-read.ts';
import { sourceText } from './source.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const root = readJson(sourceText(args, io), 'the input');
  const limit = integer(args, 'limit');
  const matches: { pointer: string; value: Json }[] = [];
  let total = 0;
  for (const { pointer, node } of findPlaces(root, text(args, 'query'))) {
    total += 1;
    if (matches.length < limit) matches.push({ pointer, value: toValue(node) });
  }
  return { matches, total, truncated: total > matches.length };
}
