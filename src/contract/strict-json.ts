/**
 * Strict JSON (RFC 8259) for requests: one document, no duplicate keys, no lone surrogates, no number that a double
 * cannot hold exactly, bounded depth and size. It knows no contract. Objects come back without a prototype, so that a
 * key such as `__proto__` is only a key.
 */

import type { Reason } from '../reason/reasons.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { harmless, REQUEST_BYTES } from './text-limits.ts';

/** Deeper nesting than any contract or sensible argument has. */
const MAX_DEPTH = 32;
/** How much of the input a refusal repeats. */
const SHOWN = 24;
/** A pointer into hostile nesting is cut here, in UTF-16 units. */
const MAX_POINTER = 200;
/** Code units. Loops over them start faster than regular expressions, which V8 compiles at their first use. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
const FIRST_PRINTABLE = 0x20;
/** What stands behind a backslash in a text of JSON, besides u and four digits. */
export const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export type Parsed = { readonly kind: 'json'; readonly value: unknown };

/** Parses a request's bytes. `limit` is in bytes and inclusive. One leading byte order mark is accepted. */
export function parseStrictJson(bytes: Uint8Array, limit = REQUEST_BYTES): Parsed | Refusal {
  if (bytes.length > limit) {
    return refuse('too_large', { expected: `at most ${limit} bytes`, received: `more than ${limit} bytes` });
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    return refuse('invalid_unicode', { expected: 'UTF-8', received: 'bytes that are not UTF-8' });
  }
  if (text.trim() === '') {
    return refuse('empty_input', { expected: 'one JSON document on standard input', received: 'nothing' });
  }
  const parser = new Parser(text);
  try {
    return { kind: 'json', value: parser.document() };
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.refusal;
    throw thrown;
  }
}

/** The text without its mark of byte order, or undefined where the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // What cannot be decoded is replaced by this sign; only a text that has it is looked at twice.
  if (!text.includes('\ufffd')) return text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly path: string[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    this.blanks();
    const value = this.value();
    this.blanks();
    if (this.at < this.text.length) {
      this.fail('trailing_data', 'the end of the input after one document', this.shown());
    }
    return value;
  }

  private value(): unknown {
    switch (this.text[this.at]) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(): unknown {
    const members: Record<string, unknown> = Object.create(null);
    this.enter();
    if (!this.skip('}')) {
      do {
        this.blanks();
        if (this.text[this.at] !== '"') this.fail('bad_json', 'a key in double quotes', this.shown());
        const key = this.string();
        this.path.push(key);
        if (Object.hasOwn(members, key))
          this.fail('duplicate_key', 'each key once', `${JSON.stringify(harmless(key, SHOWN))} twice`);
        this.blanks();
        this.take(':');
        this.blanks();
        members[key] = this.value();
        this.path.pop();
      } while (this.more('}'));
    }
    this.depth -= 1;
    return members;
  }

  private array(): unknown {
    const items: unknown[] = [];
    this.enter();
    if (!this.skip(']')) {
      do {
        this.blanks();
        this.path.push(String(items.length));
        items.push(this.value());
        this.path.pop();
      } while (this.more(']'));
    }
    this.depth -= 1;
    return items;
  }

  private string(): string {
    this.at += 1;
    let out = '';
    let from = this.at;
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        out += this.text.slice(from, this.at) + this.escape();
        from = this.at;
      } else if (unit >= FIRST_PRINTABLE) {
        this.at += 1;
      } else {
        const received = this.at < this.text.length ? 'a raw control character' : 'the end of the input';
        this.fail('bad_json', 'a closing double quote', received);
      }
    }
    out += this.text.slice(from, this.at);
    this.at += 1;
    if (!out.isWellFormed()) this.fail('invalid_unicode', 'whole surrogate pairs', 'a lone surrogate');
    return out;
  }

  private escape(): string {
    const sign = this.text[this.at + 1] ?? '';
    if (sign === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('bad_json', 'four hexadecimal digits after \\u', this.shown());
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = ESCAPES[sign];
    if (plain === undefined) this.fail('bad_json', 'an escape of JSON', `\\${sign}`);
    this.at += 2;
    return plain as string;
  }

  private number(): number {
    const start = this.at;
    let whole = true;
    this.skip('-');
    if (!this.skip('0')) this.digits(start);
    if (this.skip('.')) {
      whole = false;
      this.digits(start);
    }
    if (this.skip('e') || this.skip('E')) {
      whole = false;
      if (!this.skip('+')) this.skip('-');
      this.digits(start);
    }
    const literal = this.text.slice(start, this.at);
    const value = Number(literal);
    const exact = whole ? Number.isSafeInteger(value) : Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!exact) {
      this.at = start;
      this.fail('number_out_of_range', 'a number between -(2^53-1) and 2^53-1', literal.slice(0, SHOWN));
    }
    return value;
  }

  /** One digit or more; without one, what stands at `start` is no JSON value. */
  private digits(start: number): void {
    const first = this.at;
    while (this.text.charCodeAt(this.at) >= ZERO && this.text.charCodeAt(this.at) <= NINE) this.at += 1;
    if (this.at > first) return;
    this.at = start;
    this.fail('bad_json', 'a JSON value', this.shown());
  }

  private skip(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('bad_json', 'a JSON value', this.shown());
    this.at += word.length;
    return value;
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.fail('too_deep', `at most ${MAX_DEPTH} levels`, 'more');
    this.at += 1;
    this.blanks();
  }

  /** After a member: true when a comma promises another one, false when the bracket closes. */
  private more(bracket: string): boolean {
    this.blanks();
    if (this.skip(bracket)) return false;
    this.take(',');
    return true;
  }

  private take(sign: string): void {
    if (!this.skip(sign)) this.fail('bad_json', `"${sign}"`, this.shown());
  }

  private blanks(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private shown(): string {
    const rest = this.text.slice(this.at, this.at + SHOWN);
    return rest === '' ? 'the end of the input' : JSON.stringify(harmless(rest, SHOWN));
  }

  private fail(reason: Reason, expected: string, received: string): never {
    const before = this.text.slice(0, this.at).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    const pointer = this.path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    throw new Refused(
      refuse(reason, { path: harmless(pointer, MAX_POINTER) || place, expected, received: `${received} (${place})` }),
    );
  }
}
