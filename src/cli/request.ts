/** From parsed words and options to the request document. It checks nothing: what is wrong is said by the contract. */
import type { CommandLine, Flag, FlagKind } from './command-table.ts';

export type RequestDocument = { readonly [field: string]: unknown };

/** The request of a command line. `values` holds the options' raw texts by field; `words` fill the field of the words. */
export function requestOf(
  line: CommandLine,
  words: readonly string[],
  values: ReadonlyMap<string, unknown>,
): RequestDocument {
  const named = words.length === 0 ? {} : { [line.words.field]: words.join(' ') };
  const fields = line.flags.flatMap(({ field, kind }) =>
    values.has(field) ? [[field, optionValue(kind, values.get(field))] as const] : [],
  );
  return { version: line.version, ...named, ...Object.fromEntries(fields) };
}

/** The JSON value of an option's raw text (or texts). */
export function optionValue(kind: FlagKind, raw: unknown): unknown {
  switch (kind) {
    case 'integer':
      return integerOr(String(raw));
    case 'list':
      return (raw as readonly string[]).flatMap((text) => text.split(',').map((item) => item.trim()));
    case 'lines':
      return linesOr(String(raw));
    case 'switch':
    case 'text':
    case 'texts':
      return raw;
  }
}

/** A whole number that JSON carries exactly, else the text as it stands. */
export function integerOr(text: string): number | string {
  const number = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) ? number : text;
}

/** The option's name in front of the field that a refusal points at: `/limit` → `--limit`; undefined for another place. */
export function optionAt(pointer: string, flags: readonly Flag[]): string | undefined {
  const field = pointer.split('/')[1];
  return flags.find((flag) => flag.field === field)?.flags.split(' ')[0];
}

function linesOr(text: string): unknown {
  const [, from, to] = /^(\d+):(\d+)$/.exec(text) ?? [];
  return from === undefined || to === undefined ? text : { from: Number(from), to: Number(to) };
}
