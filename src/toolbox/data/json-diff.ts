/** Tool `json_diff`: where two JSON documents differ by structure. Lists are compared item by item in order. */
import { integer, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { type JsonNode, toValue } from './json-parse.ts';
import { childrenOf } from './json-path.ts';
import { readJson } from './json-read.ts';
import { fileText } from './source.ts';

type Difference = { pointer: string; change: 'added' | 'removed' | 'changed'; left: Json; right: Json };

export function run(args: JsonObject, io: ToolIo): Json {
  const [left, right] = ['left', 'right'].map((side) => {
    const path = text(args, side);
    return readJson(fileText(path, io), path);
  }) as [JsonNode, JsonNode];
  const limit = integer(args, 'limit');
  const differences: Difference[] = [];
  let total = 0;
  for (const difference of compare('', left, right)) {
    total += 1;
    if (differences.length < limit) differences.push(difference);
  }
  return { equal: total === 0, differences, total, truncated: total > differences.length };
}

function* compare(pointer: string, left: JsonNode, right: JsonNode): Generator<Difference> {
  const isContainer = left.kind === 'object' || left.kind === 'array';
  if (left.kind !== right.kind || !isContainer) {
    if (!isSameLeaf(left, right)) yield { pointer, change: 'changed', left: toValue(left), right: toValue(right) };
    return;
  }
  const [a, b] = [left, right].map(
    (node) => new Map([...childrenOf({ pointer, node })].map((child) => [child.pointer, child.node])),
  );
  for (const key of new Set([...a!.keys(), ...b!.keys()])) {
    const [one, other] = [a!.get(key), b!.get(key)];
    if (one !== undefined && other !== undefined) yield* compare(key, one, other);
    else if (one !== undefined) yield { pointer: key, change: 'removed', left: toValue(one), right: null };
    else yield { pointer: key, change: 'added', left: null, right: toValue(other!) };
  }
}

/** 1, 1.0 and 1e0 are one number; two large integers are compared by their digits. */
function isSameLeaf(left: JsonNode, right: JsonNode): boolean {
  if (left.kind === 'number' && right.kind === 'number') {
    if (left.source === right.source) return true;
    const [a, b] = [Number(left.source), Number(right.source)];
    return a === b && (!Number.isInteger(a) || Number.isSafeInteger(a));
  }
  if (left.kind === 'string' && right.kind === 'string') return left.value === right.value;
  return left.kind === 'literal' && right.kind === 'literal' && left.value === right.value;
}
