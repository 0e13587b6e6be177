/**
 * Places in JSON as people write them: a.b[0], items[*].id, ..name, ["odd.key"], or a JSON Pointer (RFC 6901). A small
 * language on purpose: no filters, no functions.
 */

import { ToolFailure } from '../tool.ts';
import type { JsonNode } from './json-parse.ts';

type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'every' }
  | { readonly kind: 'anywhere'; readonly key: string };

export type Place = { readonly pointer: string; readonly node: JsonNode };

/** What a query finds, in order of the document. */
export function* findPlaces(root: JsonNode, query: string): Generator<Place> {
  if (query.startsWith('/')) {
    const place = byPointer(root, query);
    if (place !== undefined) yield place;
    return;
  }
  yield* follow({ pointer: '', node: root }, readPath(query), 0);
}

export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function byPointer(root: JsonNode, pointer: string): Place | undefined {
  let node: JsonNode | undefined = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node.kind === 'array') node = /^(?:0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
    else node = node.kind === 'object' ? memberOf(node, key) : undefined;
    if (node === undefined) return undefined;
  }
  return { pointer, node };
}

function memberOf(node: JsonNode & { kind: 'object' }, key: string): JsonNode | undefined {
  return node.members.findLast((member) => member.key === key)?.node;
}

function* follow(place: Place, steps: readonly Step[], from: number): Generator<Place> {
  const step = steps[from];
  if (step === undefined) {
    yield place;
    return;
  }
  const { pointer, node } = place;
  if (step.kind === 'key' && node.kind === 'object') {
    const member = memberOf(node, step.key);
    if (member !== undefined)
      yield* follow({ pointer: pointer + pointerStep(step.key), node: member }, steps, from + 1);
  } else if (step.kind === 'index' && node.kind === 'array') {
    const index = step.index < 0 ? node.items.length + step.index : step.index;
    const item = node.items[index];
    if (item !== undefined) yield* follow({ pointer: pointer + pointerStep(index), node: item }, steps, from + 1);
  } else if (step.kind === 'every') {
    for (const child of childrenOf(place)) yield* follow(child, steps, from + 1);
  } else if (step.kind === 'anywhere') {
    const member = node.kind === 'object' ? memberOf(node, step.key) : undefined;
    if (member !== undefined)
      yield* follow({ pointer: pointer + pointerStep(step.key), node: member }, steps, from + 1);
    for (const child of childrenOf(place)) yield* follow(child, steps, from);
  }
}

export function* childrenOf({ pointer, node }: Place): Generator<Place> {
  if (node.kind === 'array') {
    for (const [i, item] of node.items.entries()) yield { pointer: pointer + pointerStep(i), node: item };
  } else if (node.kind === 'object') {
    for (const { key, node: member } of node.members) yield { pointer: pointer + pointerStep(key), node: member };
  }
}

const TOKEN =
  /\.\.([^.[\]*"']+)|\.?\[\s*(-?\d+)\s*\]|\.?\[\s*\*\s*\]|\.?\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]|\.?(\*)|\.?([^.[\]*"']+)/y;

/** A leading "$" or "." means the whole document. */
function readPath(query: string): Step[] {
  const path = query.trim().replace(/^\$/, '');
  const steps: Step[] = [];
  if (path === '' || path === '.') return steps;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < path.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(path);
    const isGlued = match !== null && at > 0 && match[5] !== undefined && !match[0].startsWith('.');
    if (match === null || isGlued) {
      throw new ToolFailure(
        `the path cannot be read from "${path.slice(at)}" on; it knows a.b, [0], [*], ["key"] and ..name`,
        'invalid_arguments',
      );
    }
    const [, anywhere, index, quoted, , key] = match;
    if (anywhere !== undefined) steps.push({ kind: 'anywhere', key: anywhere });
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) });
    else if (quoted !== undefined) steps.push({ kind: 'key', key: quoted.slice(1, -1).replace(/\\(.)/g, '$1') });
    else steps.push(key === undefined ? { kind: 'every' } : { kind: 'key', key });
  }
  return steps;
}
