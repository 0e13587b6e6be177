/** Tool `json_format`: JSON indented or on one line; numbers, order and repeated keys as they were written. */
import { flag, integer } from '../arguments.ts';
import { compareCodeUnits } from '../file/entry.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import type { JsonNode } from './json-parse.ts';
import { readJson } from './json-read.ts';
import { sourceText } from './source.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const root = readJson(sourceText(args, io), 'the input');
  const text = formatNode(root, ' '.repeat(integer(args, 'indent')), flag(args, 'sort_keys'));
  return { text, bytes: Buffer.byteLength(text) };
}

function formatNode(node: JsonNode, indent: string, sorted: boolean, margin = ''): string {
  if (node.kind === 'string') return JSON.stringify(node.value);
  if (node.kind === 'number') return node.source;
  if (node.kind === 'literal') return String(node.value);
  const inner = margin + indent;
  const colon = indent === '' ? ':' : ': ';
  const members =
    node.kind === 'object'
      ? sorted
        ? [...node.members].sort((a, b) => compareCodeUnits(a.key, b.key))
        : node.members
      : [];
  const parts =
    node.kind === 'object'
      ? members.map(
          ({ key, node: member }) => `${JSON.stringify(key)}${colon}${formatNode(member, indent, sorted, inner)}`,
        )
      : node.items.map((item) => formatNode(item, indent, sorted, inner));
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']'];
  if (parts.length === 0) return open + close;
  return indent === ''
    ? open + parts.join(',') + close
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
