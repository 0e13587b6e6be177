/**
 * The exact guard: identities that the query spells out (id, CLI path, alias, unique suffix) win before any ranking.
 * It knows no scores; what the filters say of a hit is asked here, so that a sibling never takes its place.
 */
import type { Snapshot } from '../snapshot/read.ts';
import { Kind, kindOf } from '../text/characters.ts';
import { foldKey } from '../text/fold-key.ts';
import type { FilterReason, Filters } from './eligible.ts';

/**
 * What the guard found. `docs` keeps the order of the query; `options` is an ambiguous suffix's list; `inSentence` says
 * that the query holds more words than the identities that it names.
 */
export type ExactOutcome =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'exact';
      readonly docs: readonly number[];
      readonly filtered: readonly FilteredHit[];
      readonly inSentence: boolean;
    }
  | { readonly kind: 'options'; readonly docs: readonly number[] };

export type FilteredHit = { readonly doc: number; readonly reason: FilterReason };

/** What separates several identities in one query: list punctuation, and the words for "and". */
const BETWEEN = /[,;|\n\r、，；。]+|\s+(?:and|or|&)\s+|\s*[和与及跟]\s*/i;
/** What joins the parts of an identifier, in both widths. */
const JOINTS = '._-/:．＿－／：';
/** `cap run git log` and `cap inspect git log` name what `git log` names. */
const COMMAND_WORDS = /^cap (?:(?:run|inspect|search|doors) )?/;

/** Whether BETWEEN can match at all: making that expression ready costs a start 0.2 ms, and hardly a query is a list. */
function mayBeList(query: string): boolean {
  for (let at = 0; at < query.length; at++) {
    const code = query.charCodeAt(at);
    if (
      code < 0x80 ? LIST_ASCII.includes(query.charAt(at)) : LIST_OTHERS.includes(query.charAt(at)) || isWideBlank(code)
    )
      return true;
  }
  const lower = query.toLowerCase();
  return lower.includes(' and ') || lower.includes(' or ');
}

const LIST_ASCII = ',;|&\n\r\t\v\f';
const LIST_OTHERS = '、，；。和与及跟';

/** Blanks beside the plain one: around "and" they count alike. */
function isWideBlank(code: number): boolean {
  return code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x205f) || code === 0x3000 || code === 0xfeff;
}

/** Finds the identities in a query. Hidden capabilities are absent. Never throws on any text. */
export function exactGuard(query: string, snapshot: Snapshot, filters: Filters): ExactOutcome {
  const whole = lookup(query, snapshot, filters);
  if (whole.length === 1) return outcome(whole, filters, false);
  if (whole.length > 1) {
    const offered = whole.filter((doc) => filters.reason(doc) === null);
    // Of several that a word may stand for the filters may leave one, or none: then it was only a word.
    if (offered.length === 1) return outcome(offered, filters, false);
    return offered.length > 1 ? { kind: 'options', docs: offered } : { kind: 'none' };
  }

  const segments = (mayBeList(query) ? query.split(BETWEEN) : [query]).filter((segment) => foldKey(segment) !== '');
  const found = segments.length > 1 ? everySegment(segments, snapshot, filters) : [];
  if (found.length > 0) return outcome(found, filters, false);
  if (!mayHoldIdentifier(query)) return { kind: 'none' };
  const named = everyIdentifier(query, snapshot, filters);
  return outcome(named.docs, filters, named.otherWords);
}

/** Whether any word can be written like an identifier (see isIdentifier): most sentences hold neither joint nor capital. */
function mayHoldIdentifier(query: string): boolean {
  for (let at = 0; at < query.length; at++) {
    const code = query.charCodeAt(at);
    if ((code >= 0x41 && code <= 0x5a) || JOINTS.includes(query.charAt(at))) return true;
  }
  return false;
}

const ANY_KIND = ['id', 'cli_path', 'alias', 'suffix'] as const;
/** Inside a sentence the tail of an id is only a word: there the whole identity must be spelled out. */
const WHOLE_IDENTITY = ['id', 'cli_path', 'alias'] as const;

/** Docs that a spelling names: the strongest kind of key alone counts (id, then CLI path, alias, suffix). */
function lookup(
  text: string,
  snapshot: Snapshot,
  filters: Filters,
  kinds: readonly (typeof ANY_KIND)[number][] = ANY_KIND,
): number[] {
  const key = foldKey(text);
  if (key === '') return [];
  for (const spelling of key.startsWith('cap ') ? [key, key.replace(COMMAND_WORDS, '')] : [key]) {
    const hits = snapshot.keys.lookup(spelling).filter((hit) => !filters.hidden(hit.doc));
    for (const kind of kinds) {
      const docs = hits.filter((hit) => hit.kind === kind).map((hit) => hit.doc);
      if (docs.length > 0) return [...new Set(docs)];
    }
  }
  return [];
}

/** The list form ("git.log, git.diff"): every segment must name exactly one, else it is a sentence and none counts. */
function everySegment(segments: readonly string[], snapshot: Snapshot, filters: Filters): number[] {
  const docs: number[] = [];
  for (const segment of segments) {
    const hits = lookup(segment, snapshot, filters);
    if (hits.length !== 1) return [];
    docs.push(...hits);
  }
  return docs;
}

/** Identifier-shaped words inside a sentence: each one that names exactly one capability counts. */
function everyIdentifier(query: string, snapshot: Snapshot, filters: Filters) {
  const docs: number[] = [];
  let otherWords = false;
  for (const word of wordsOf(query)) {
    const hits = isIdentifier(word) ? lookup(word, snapshot, filters, WHOLE_IDENTITY) : [];
    if (hits.length === 1) docs.push(...hits);
    else otherWords = true;
  }
  return { docs, otherWords };
}

/** Runs of letters, digits and joints; a change between Han and other letters parts a word as a blank does. */
function wordsOf(query: string): string[] {
  const words: string[] = [];
  let word = '';
  let han = false;
  for (const sign of query) {
    const kind = kindOf(sign.codePointAt(0) ?? 0);
    const joins = kind !== Kind.SEPARATOR || (word !== '' && JOINTS.includes(sign));
    const turns = kind !== Kind.SEPARATOR && word !== '' && (kind === Kind.HAN) !== han;
    if ((!joins || turns) && word !== '') {
      words.push(word);
      word = '';
    }
    if (!joins) continue;
    word += sign;
    if (kind !== Kind.SEPARATOR) han = kind === Kind.HAN;
  }
  return word === '' ? words : [...words, word];
}

/** Written like an identifier: a joint between two of its signs, or a capital behind a small letter. */
function isIdentifier(word: string): boolean {
  return [...word.slice(1, -1)].some((sign) => JOINTS.includes(sign)) || /[a-z][A-Z]/.test(word);
}

/** Splits hits into shown and filtered, each once, in query order. */
function outcome(docs: readonly number[], filters: Filters, inSentence: boolean): ExactOutcome {
  if (docs.length === 0) return { kind: 'none' };
  const shown: number[] = [];
  const filtered: FilteredHit[] = [];
  for (const doc of new Set(docs)) {
    const reason = filters.reason(doc);
    if (reason === null) shown.push(doc);
    else filtered.push({ doc, reason });
  }
  return { kind: 'exact', docs: shown, filtered, inSentence };
}
