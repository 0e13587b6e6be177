/**
 * Stage 1: bytes → one JSON value with a place in the source for each of its nodes. Of YAML only what JSON can say and
 * a reader can follow: no anchors, aliases, tags, directives or second document. It does not know what a manifest is.
 */
import { type CST, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, Parser, parseDocument } from 'yaml';
import type { Json } from '../capability/capability.ts';
import type { Diagnostic, DiagnosticReason, SourceFile } from './diagnostic.ts';
import { type Excess, excessOf } from './token-bounds.ts';

/** The largest manifest we have seen is 12 KiB; this bounds what a hostile file can make the parser do. */
export const MAX_SOURCE_BYTES = 256 * 1024;
/** A schema nests about ten levels; deeper is a mistake or an attack on the stack. */
export const MAX_DEPTH = 48;

/** Of one file; whoever mends these sees the next. */
const MAX_PROBLEMS = 100;

export type Path = readonly (string | number)[];
export type Position = { readonly line: number; readonly column: number };

export type ParsedSource = {
  readonly file: string;
  readonly root: number;
  readonly value: Json;
  /** Where the node of a path stands; the nearest enclosing node when it is missing. */
  locate(path: Path): Position;
  /** Where the key of the last step of a path stands. */
  locateKey(path: Path): Position;
  /** Where a piece of text stands inside the node of a path; the node itself when it is not found verbatim. */
  locateText(path: Path, needle: string): Position;
};

/** Parses one source. Line ends CRLF and CR count as LF, and a leading BOM is dropped, so neither changes the result. */
export function parseSource(source: SourceFile): ParsedSource | Diagnostic[] {
  const report = (position: Position, reason: DiagnosticReason, message: string): Diagnostic[] => [
    { file: source.path, ...position, reason, message },
  ];
  if (source.bytes.byteLength > MAX_SOURCE_BYTES) {
    return report(
      START,
      'too_large',
      `the file has ${source.bytes.byteLength} bytes; at most ${MAX_SOURCE_BYTES} are read`,
    );
  }
  const text = decodeText(source.bytes);
  if (typeof text !== 'string') return report(text, 'not_utf8', 'the file is not UTF-8 from here on');

  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const { stackTraceLimit } = Error;
  try {
    const excess = excessOf(text, MAX_DEPTH);
    if (excess !== undefined) {
      const before = text.slice(0, excess.offset);
      const position = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
      const [reason, message] = EXCESS[excess.what];
      return report(position, reason, message);
    }
    // Every complaint of the library is an Error, and a stack of each, which nobody reads, costs more than all the rest.
    Error.stackTraceLimit = 0;
    const refused = refuseFeatures([...new Parser(lines.addNewLine).parse(text)]);
    if (refused !== undefined) return report(at(refused.offset), refused.reason, refused.message);

    // Keys are compared in toJson: the library's own comparison takes time by the square of their number.
    const document = parseDocument(text, {
      schema: 'core',
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
    });
    const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
    if (errors.length > 0) {
      return errors.slice(0, MAX_PROBLEMS).flatMap(({ code, message, pos }) => {
        if (code === 'DUPLICATE_KEY')
          return report(at(pos[0]), 'duplicate_key', 'this key stands twice in one mapping');
        return report(at(pos[0]), 'yaml_syntax', `this is not YAML: ${firstLine(message)}`);
      });
    }
    if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) {
      return report(START, 'empty', 'the file holds no document');
    }
    const content = document.contents as Node;
    const bad: Refused[] = [];
    const value = toJson(content, bad);
    if (bad.length > 0)
      return bad.slice(0, MAX_PROBLEMS).flatMap((one) => report(at(one.offset), one.reason, one.message));
    return { file: source.path, root: source.root ?? 0, value, ...locators(content, text, at) };
  } catch (error) {
    if (error instanceof RangeError) return report(START, 'too_deep', `the file nests deeper than ${MAX_DEPTH} levels`);
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The text of a source in the one form that is parsed and hashed; the place of the first bad byte when it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string | Position {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return (text.startsWith('\ufeff') ? text.slice(1) : text).replace(/\r\n?/g, '\n');
  } catch {
    return firstBadByte(bytes);
  }
}

const EXCESS: Readonly<Record<Excess['what'], readonly [DiagnosticReason, string]>> = {
  too_deep: ['too_deep', `deeper than ${MAX_DEPTH} levels`],
  too_many: ['too_large', 'the file goes on for more tokens than are read'],
  documents: ['second_document', 'a source holds one document only'],
  syntax: ['yaml_syntax', 'this is not YAML: nothing stands in front of this comma'],
};

const START: Position = { line: 1, column: 1 };

type Refused = { readonly offset: number; readonly reason: DiagnosticReason; readonly message: string };

function firstBadByte(bytes: Uint8Array): Position {
  let line = 1;
  for (let from = 0; from <= bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, from);
    const end = newline < 0 ? bytes.length : newline;
    // The bytes of one line alone decode as they do in the file, because no character's bytes contain 0x0a.
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, end));
    const strict = new TextEncoder().encode(lossy);
    if (strict.length !== end - from || strict.some((byte, i) => byte !== bytes[from + i])) {
      return { line, column: lossy.indexOf('\ufffd') + 1 };
    }
    from = end + 1;
  }
  return START;
}

/** Looks for what we refuse among the tokens, before any of it is resolved: an alias bomb never gets to expand. */
function refuseFeatures(tokens: readonly CST.Token[]): Refused | undefined {
  let documents = 0;
  const found: Refused[] = [];
  const open: { token: CST.Token; depth: number }[] = [...tokens].reverse().map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH)
      return { offset: token.offset ?? 0, reason: 'too_deep', message: `deeper than ${MAX_DEPTH} levels` };
    const known = REFUSED_TOKENS[token.type];
    if (known !== undefined) found.push({ offset: token.offset ?? 0, ...known });
    if (token.type === 'document' && ++documents > 1) {
      found.push({ offset: token.offset, reason: 'second_document', message: 'a source holds one document only' });
    }
    for (const child of children(token)) open.push({ token: child, depth: depth + (isCollection(child) ? 1 : 0) });
  }
  return found.sort((a, b) => a.offset - b.offset)[0];
}

const REFUSED_TOKENS: Readonly<Record<string, Omit<Refused, 'offset'>>> = {
  anchor: { reason: 'yaml_anchor', message: 'anchors are not read: write the value where it belongs' },
  alias: { reason: 'yaml_alias', message: 'aliases are not read: write the value where it belongs' },
  tag: { reason: 'yaml_tag', message: 'tags are not read: quote a text, leave a number bare' },
  directive: { reason: 'yaml_directive', message: 'directives are not read' },
};

function isCollection(token: CST.Token): boolean {
  return token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection';
}

function children(token: CST.Token): CST.Token[] {
  const below: CST.Token[] = [];
  const add = (one: CST.Token | null | undefined): void => {
    if (one !== null && one !== undefined) below.push(one);
  };
  if (token.type === 'document') {
    for (const one of token.start) add(one);
    add(token.value);
    for (const one of token.end ?? []) add(one);
  } else if ('items' in token) {
    for (const item of token.items) {
      for (const one of item.start) add(one);
      add(item.key);
      for (const one of item.sep ?? []) add(one);
      add(item.value);
    }
  } else if (token.type === 'block-scalar') {
    for (const one of token.props) add(one);
  }
  return below;
}

/** The value of a node; what JSON cannot say is collected. Depth is bounded by the token pass. */
function toJson(node: Node | null, bad: Refused[]): Json {
  if (isMap(node)) {
    const object: Record<string, Json> = {};
    for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
      const offset = key?.range?.[0] ?? 0;
      if (!isScalar(key) || typeof key.value !== 'string') {
        bad.push({ offset, reason: 'bad_key', message: 'a key must be a text: put it in quotes' });
      } else if (key.value === '__proto__') {
        bad.push({ offset, reason: 'bad_key', message: '__proto__ is not allowed as a key' });
      } else if (Object.hasOwn(object, key.value)) {
        bad.push({ offset, reason: 'duplicate_key', message: 'this key stands twice in one mapping' });
      } else {
        object[key.value] = toJson(value, bad);
      }
    }
    return object;
  }
  if (isSeq(node)) return node.items.map((item) => toJson(item as Node, bad));
  if (!isScalar(node)) return null;
  const value = node.value;
  if (typeof value === 'number') {
    const offset = node.range?.[0] ?? 0;
    if (!Number.isFinite(value)) {
      bad.push({ offset, reason: 'not_json', message: 'this number is not finite: JSON has no such value' });
    } else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      bad.push({ offset, reason: 'not_json', message: 'this number is beyond 2^53 and would lose digits: quote it' });
    }
  }
  return value as Json;
}

function locators(content: Node, text: string, at: (offset: number) => Position) {
  const walk = (path: Path): { node: Node; reached: boolean } => {
    let node = content;
    for (const step of path) {
      const next: unknown = isMap(node) || isSeq(node) ? node.get(step, true) : undefined;
      if (!isMap(next) && !isSeq(next) && !isScalar(next)) return { node, reached: false };
      // A value that was left out (`key:`) is an empty scalar: it stands right behind its key.
      node = next as Node;
    }
    return { node, reached: true };
  };
  const locate = (path: Path): Position => at(walk(path).node.range?.[0] ?? 0);
  const locateKey = (path: Path): Position => {
    const { node } = walk(path.slice(0, -1));
    const name = path.at(-1);
    if (isMap(node)) {
      const pair = (node.items as Pair<Node>[]).find(({ key }) => isScalar(key) && key.value === name);
      if (pair?.key.range) return at(pair.key.range[0]);
    }
    return locate(path);
  };
  const locateText = (path: Path, needle: string): Position => {
    const { node, reached } = walk(path);
    const [start, end] = node.range ?? [0, 0];
    const found = reached ? text.indexOf(needle, start) : -1;
    return at(found >= 0 && found < end ? found : start);
  };
  return { locate, locateKey, locateText };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
