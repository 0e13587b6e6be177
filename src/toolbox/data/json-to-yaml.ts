/** Tool `json_to_yaml`: a JSON document as YAML. */
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import type { JsonNode } from './json-parse.ts';
import { readJson } from './json-read.ts';
import { sourceText } from './source.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const document = new Document();
  document.contents = toYaml(readJson(sourceText(args, io), 'the input')) as typeof document.contents;
  // YAML 1.1 programs read yes, no and on as booleans: quoting them is right for both.
  const text = document.toString({ lineWidth: 0 });
  return { text, bytes: Buffer.byteLength(text) };
}

/** By nodes, not by values: order of keys and the digits of large numbers stay. */
function toYaml(node: JsonNode): Scalar | YAMLMap | YAMLSeq {
  switch (node.kind) {
    case 'object': {
      const map = new YAMLMap();
      // The last of repeated keys counts, as everywhere.
      const members = new Map(node.members.map(({ key, node: member }) => [key, member]));
      for (const [key, member] of members) map.items.push(new Pair(stringScalar(key), toYaml(member)));
      return map;
    }
    case 'array': {
      const sequence = new YAMLSeq();
      for (const item of node.items) sequence.items.push(toYaml(item));
      return sequence;
    }
    case 'string':
      return stringScalar(node.value);
    case 'number': {
      const value = Number(node.source);
      const isExact = !/^-?\d+$/.test(node.source) || Number.isSafeInteger(value);
      return new Scalar(isExact ? value : BigInt(node.source));
    }
    case 'literal':
      return new Scalar(node.value);
  }
}

/** What only YAML 1.1 takes for something else than text. */
const OLD_MEANING = /^(?:y|n|yes|no|on|off|[-+]?0\d+|\d+(?::[0-5]?\d)+|[-+]?\d[\d_]*)$/i;

function stringScalar(value: string): Scalar {
  const scalar = new Scalar(value.toWellFormed());
  if (OLD_MEANING.test(value)) scalar.type = 'QUOTE_DOUBLE';
  return scalar;
}
