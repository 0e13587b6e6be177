/**
 * Parts of a kept stream as harmless text that fits one answer, with the byte at which the next part begins: no line is
 * so long that its rest could not be read. It knows bytes and no store.
 */
import { decode } from './evidence/excerpt.ts';
import { neutralise } from './evidence/neutralise.ts';

/** Bytes from the first up to, and without, the second. */
export type Span = { readonly from: number; readonly to: number };

/** `first` and `last` are numbers of lines, 0 for none; `to` is where to read on. */
export type Shown = { readonly text: string; readonly first: number; readonly last: number; readonly to: number };

const NEWLINE = 10;
/** Bytes of a line that a search shows whole; of a longer one only what stands around the text. */
const WHOLE_LINE = 2000;
/** Bytes on either side of what was found in a long line. */
const AROUND = 200;
/** No byte becomes more bytes of harmless text than this: U+0080 is two bytes and ⟨U+0080⟩ is twelve. */
const GROWTH = 8;

const encoder = new TextEncoder();

export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return bytes.length === 0 || bytes.at(-1) === NEWLINE ? lines : lines + 1;
}

/** Where this line begins, counted from 1; behind the last line the end of all. */
export function startOfLine(bytes: Uint8Array, line: number): number {
  let at = 0;
  for (let left = line - 1; left > 0; left -= 1) at = endOfLine(bytes, at);
  return at;
}

/** As many bytes as fit, between whole characters. */
export function rangeText(bytes: Uint8Array, { from, to }: Span, room: number): { text: string; to: number } {
  const shown = (most: number) => {
    const end = from + most < to ? wholeCharacter(bytes, from + most) : to;
    return { text: neutralise(decode(bytes.subarray(from, end))), to: end };
  };
  const all = shown(room);
  return encoder.encode(all.text).length <= room ? all : shown(Math.floor(room / GROWTH));
}

/** As many whole lines as fit; a single line that does not fit is cut. */
export function linesText(bytes: Uint8Array, span: Span, room: number): Shown {
  const first = lineAt(bytes, span.from);
  let text = '';
  let left = room;
  let at = span.from;
  let last = first - 1;
  while (at < span.to) {
    const end = Math.min(endOfLine(bytes, at), span.to);
    const line = end - at > room ? undefined : `${lineText(bytes, at, end)}\n`;
    const size = line === undefined ? Number.POSITIVE_INFINITY : encoder.encode(line).length;
    if (size > left) {
      if (text !== '') break;
      const cut = rangeText(bytes, { from: at, to: end }, room);
      return { text: cut.to < end ? `${cut.text}…` : cut.text, first, last: first, to: cut.to };
    }
    text += line;
    left -= size;
    at = end;
    last += 1;
  }
  return { text, first: last < first ? 0 : first, last: Math.max(last, 0), to: at };
}

/** Lines that hold the text, each behind its number; of a long line `NUMBER@BYTE` and what stands around that byte. */
export function grepText(bytes: Uint8Array, span: Span, wanted: string, room: number): Shown {
  const needle = encoder.encode(wanted);
  const counter = lineCounter(bytes);
  let text = '';
  let left = room;
  let first = 0;
  let last = 0;
  let at = span.from;
  for (let found = find(bytes, needle, at, span.to); found >= 0; found = find(bytes, needle, at, span.to)) {
    const line = counter(found);
    const begin = found === 0 ? 0 : bytes.lastIndexOf(NEWLINE, found - 1) + 1;
    const end = endOfLine(bytes, found);
    const isLong = end - begin > WHOLE_LINE;
    const shown = isLong
      ? around(bytes, line, found, { from: begin, to: end }, needle.length)
      : { text: `${line}: ${lineText(bytes, begin, end)}\n`, to: end };
    const size = encoder.encode(shown.text).length;
    if (size > left) return { text, first, last, to: found };
    text += shown.text;
    left -= size;
    first = first === 0 ? line : first;
    last = line;
    at = shown.to;
  }
  return { text, first, last, to: span.to };
}

function around(bytes: Uint8Array, line: number, found: number, whole: Span, length: number) {
  const from = wholeCharacter(bytes, Math.max(whole.from, found - AROUND));
  const to = Math.min(whole.to, wholeCharacter(bytes, found + length + AROUND));
  const before = from > whole.from ? '…' : '';
  const behind = to < whole.to ? '…' : '';
  const text = `${line}@${found}: ${before}${lineText(bytes, from, to)}${behind}\n`;
  // One that begins in what is shown and does not end there is shown again as a whole.
  return { text, to: to < whole.to ? Math.max(found + length, to - length + 1) : to };
}

/** The first place of these bytes that lies in the span as a whole; -1 for none. */
function find(bytes: Uint8Array, needle: Uint8Array, from: number, to: number): number {
  const [first = 0] = needle;
  for (let at = bytes.indexOf(first, from); at >= 0 && at + needle.length <= to; at = bytes.indexOf(first, at + 1)) {
    if (needle.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** Behind the newline, or the end of all. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline < 0 ? bytes.length : newline + 1;
}

function lineText(bytes: Uint8Array, from: number, to: number): string {
  const end = bytes[to - 1] === NEWLINE ? to - 1 : to;
  return neutralise(decode(bytes.subarray(from, end)));
}

function lineAt(bytes: Uint8Array, place: number): number {
  return lineCounter(bytes)(place);
}

/** The number of the line at a place; to be asked for ever later places, so that each newline is counted once. */
function lineCounter(bytes: Uint8Array): (place: number) => number {
  let line = 1;
  let at = 0;
  return (place) => {
    for (
      let end = endOfLine(bytes, at);
      end <= place && end > at && bytes[end - 1] === NEWLINE;
      end = endOfLine(bytes, at)
    ) {
      line += 1;
      at = end;
    }
    return line;
  };
}

/** Back to the first byte of the character that this byte belongs to. */
function wholeCharacter(bytes: Uint8Array, at: number): number {
  let here = at;
  while (here > at - 4 && here > 0 && ((bytes[here] ?? 0) & 0xc0) === 0x80) here -= 1;
  return here;
}
