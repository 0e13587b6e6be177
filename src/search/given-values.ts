/**
 * Which pieces of a query are values that somebody gave: addresses, paths, names of files, quoted texts, dates. They tell
 * what an action is to work on, hardly ever which action: "convert notes.json.txt" wants no JSON.
 */

/** A piece of a text, end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** The values in a text, from left to right. */
export function givenValues(text: string): readonly Span[] {
  if (!SIGN.test(text)) return [];
  return Array.from(text.matchAll(VALUE), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** True for a piece that lies in one of them. */
export function isWithin(spans: readonly Span[], { start, end }: Span): boolean {
  return spans.some((span) => start >= span.start && end <= span.end);
}

/** A text without any of these has no value in it: most have none. */
const SIGN = /[./\\"'“「_-]/;
/** An address; what stands in quotes; a path or a branch; a file's name; a constant's. */
const VALUE =
  /[a-z][\w+.-]*:\/\/[^\s"'，。、]+|"[^"]{1,80}"|'[^']{1,80}'(?![a-z])|“[^”]{1,80}”|「[^」]{1,80}」|(?:[\w.~@:-]*[\\/])+[\w.@~-]*|[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w.])|[A-Z0-9]+(?:_[A-Z0-9]+)+/g;
