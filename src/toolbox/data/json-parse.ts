/**
 * JSON as a tree that keeps what JSON.parse loses: the order and repetition of keys, numbers as they are written, and where
 * an error is. Parsing is strict (RFC 8259). It knows no files.
 */
import { ESCAPES } from '../../contract/strict-json.ts';
import type { Json } from '../tool.ts';

export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'literal'; readonly value: boolean | null };
export type JsonMember = { readonly key: string; readonly at: number; readonly node: JsonNode };

/** Levels of nesting: more is an attack on the stack. */
const DEEPEST = 1000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
export class JsonError extends Error {
  /** Offset in UTF-16 units. */
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The one document of a text. Throws JsonError. */
export function parseJson(text: string): JsonNode {
  return new Parser(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text).document();
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(start)].length + 1 };
}

/** A value for an answer. Integers that a double cannot hold keep their digits; of a key that stands twice the last one counts. */
export function toValue(node: JsonNode): Json {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, node: member }) => [key, toValue(member)]));
    case 'array':
      return node.items.map(toValue);
    case 'string':
      // JSON can spell half a surrogate pair; no text that we hand on may hold one.
      return node.value.toWellFormed();
    case 'number':
      return numberOf(node.source);
    case 'literal':
      return node.value;
  }
}

function numberOf(source: string): Json {
  const value = Number(source);
  const isExact = Number.isFinite(value) && (!/^-?\d+$/.test(source) || Number.isSafeInteger(value));
  return isExact ? value : (JSON as unknown as { rawJSON(source: string): Json }).rawJSON(source);
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    this.blanks();
    if (this.at >= this.text.length) throw this.error('there is nothing here');
    const node = this.value();
    this.blanks();
    if (this.at < this.text.length) throw this.error(`something follows the document: ${this.shown()}`);
    return node;
  }

  private value(): JsonNode {
    const character = this.text[this.at];
    if (character === '{') return this.object();
    if (character === '[') return this.array();
    if (character === '"') return { kind: 'string', value: this.string() };
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return { kind: 'literal', value };
      }
    }
    NUMBER.lastIndex = this.at;
    const source = NUMBER.exec(this.text)?.[0];
    if (source === undefined)
      throw this.error(
        this.at >= this.text.length
          ? 'the text ends where a value should be'
          : `this is no value: ${this.shown()}${this.hint()}`,
      );
    this.at += source.length;
    if (/[\w.+]/.test(this.text[this.at] ?? '')) throw this.error(`a number cannot go on like this: ${this.shown()}`);
    return { kind: 'number', source };
  }

  private object(): JsonNode {
    this.enter();
    const members: JsonMember[] = [];
    this.blanks();
    if (this.text[this.at] !== '}') {
      for (;;) {
        this.blanks();
        const at = this.at;
        if (this.text[at] !== '"')
          throw this.error(`a key in double quotes should be here, not ${this.shown()}${this.hint()}`);
        const key = this.string();
        this.blanks();
        if (this.text[this.at] !== ':') throw this.error(`a colon should follow the key "${key}", not ${this.shown()}`);
        this.at += 1;
        this.blanks();
        members.push({ key, at, node: this.value() });
        if (!this.goesOn('}')) break;
      }
    } else this.at += 1;
    this.depth -= 1;
    return { kind: 'object', members };
  }

  private array(): JsonNode {
    this.enter();
    const items: JsonNode[] = [];
    this.blanks();
    if (this.text[this.at] !== ']') {
      do {
        this.blanks();
        items.push(this.value());
      } while (this.goesOn(']'));
    } else this.at += 1;
    this.depth -= 1;
    return { kind: 'array', items };
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > DEEPEST) throw this.error(`nested more than ${DEEPEST} levels`);
    this.at += 1;
  }

  /** After a member: a comma and true, or the end and false. */
  private goesOn(end: '}' | ']'): boolean {
    this.blanks();
    const character = this.text[this.at];
    if (character !== ',' && character !== end) {
      const found = character === undefined ? 'the end of the text' : this.shown();
      throw this.error(`a comma or "${end}" should be here, not ${found}`);
    }
    const comma = this.at;
    this.at += 1;
    if (character === end) return false;
    this.blanks();
    if (this.text[this.at] === end) {
      this.at = comma;
      throw this.error(`a comma too many before "${end}"`);
    }
    return true;
  }

  private string(): string {
    let value = '';
    this.at += 1;
    for (let from = this.at; ; ) {
      const character = this.text[this.at];
      if (character === undefined) throw this.error('a text is not closed by a double quote');
      if (character === '"') {
        value += this.text.slice(from, this.at);
        this.at += 1;
        return value;
      }
      if (character < ' ')
        throw this.error(
          character === '\n' ? 'a line ends within a text' : 'a control character within a text must be escaped',
        );
      if (character === '\\') {
        value += this.text.slice(from, this.at) + this.escape();
        from = this.at;
      } else this.at += 1;
    }
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9A-Fa-f]{4}$/.test(digits)) throw this.error('\\u needs four hexadecimal digits');
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (meant === undefined) throw this.error(`"\\${letter}" is no escape`);
    this.at += 2;
    return meant;
  }

  private blanks(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private shown(): string {
    const piece = this.text.slice(this.at, this.at + 20).split('\n')[0]!;
    return piece === '' ? 'the end of the text' : JSON.stringify(piece.toWellFormed());
  }

  private hint(): string {
    const rest = this.text.slice(this.at, this.at + 9);
    if (rest.startsWith("'")) return ' (JSON takes double quotes only)';
    if (rest.startsWith('//') || rest.startsWith('/*')) return ' (JSON has no comments)';
    if (/^(?:True|False|None)\b/.test(rest)) return ' (this is Python, JSON says true, false and null)';
    return /^(?:NaN|-?Infinity|undefined)\b/.test(rest) ? ' (JSON has no such value)' : '';
  }

  private error(message: string): JsonError {
    return new JsonError(message, this.at);
  }
}
