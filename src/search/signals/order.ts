/**
 * What is turned into what: "CSV to JSON" and "JSON to CSV" share all their words, and only their order tells them apart. It
 * is held against the order in a candidate's title. Only words that turn one thing into another count: with "as", 成 and 为
 * between any two things dws lost .4 at rank 1.
 */
import type { Snapshot } from '../../snapshot/read.ts';
import { readText } from '../../text/analyze.ts';
import { hasHan } from '../../text/characters.ts';
import type { Query } from '../query.ts';
import type { WeighClosely } from '../signal.ts';
import { coverOf, type Thing } from '../things.ts';
import { perMille } from './share.ts';

/** What may stand between the two, and no more. */
const TURNS = /^\s*(?:files?|data|文件|数据)?\s*(?:(?:in)?to|->|→|转成?|转换?[成为]|变成|导成)\s*(?:an?|the)?\s*$/i;
const MAY_TURN = /\b(?:in)?to\b|->|→|转|变成|导成/i;
/** Whoever has less than this of a query where it says what it is does not have both. */
const LEAST_IN_HEAD = 500;

/** Whether a query may speak of one thing that becomes another. */
export function mayTurn({ normal, things }: Query): boolean {
  return things.length > 1 && MAY_TURN.test(normal);
}

export const order: WeighClosely = ({ candidate, query, snapshot, best, weights }, { inHead }, say) => {
  if (inHead < LEAST_IN_HEAD) return 0;
  const pair = pairOf(query);
  if (pair === undefined) return 0;
  const places = placesInTitle(candidate.doc, query, snapshot);
  const [from, to] = pair.map((thing) => placeOf(thing, places)) as [number, number];
  if (from < 0 || to < 0 || from === to) return 0;
  say?.(from < to ? 'turns the one into the other' : 'turns the other into the one');
  return perMille(best, from < to ? weights.order : -weights.order);
};

/** The first two things of which one becomes the other; the turning may be a thing between them. */
function pairOf({ normal, things }: Query): readonly [Thing, Thing] | undefined {
  for (const [at, to] of things.entries()) {
    for (const from of things.slice(Math.max(0, at - 2), at)) {
      if (TURNS.test(normal.slice(from.end, to.start))) return [from, to];
    }
  }
  return undefined;
}

/** Where each term stands first in the title. */
function placesInTitle(doc: number, { text }: Query, snapshot: Snapshot): ReadonlyMap<number, number> {
  const { title } = snapshot.card(doc);
  const said = (hasHan(text) ? title.zh : title.en) ?? title.en ?? title.zh ?? '';
  const places = new Map<number, number>();
  for (const { term, start } of readText(said, snapshot.words, snapshot.lexicon).tokens) {
    const id = snapshot.lexical.termId(term);
    if (!places.has(id)) places.set(id, start);
  }
  return places;
}

/** The place of a thing in a title, -1 where it is not there as a whole. */
function placeOf(thing: Thing, places: ReadonlyMap<number, number>): number {
  if (coverOf(thing, (term) => places.has(term)) < 1000) return -1;
  let place = -1;
  for (const { terms } of thing.ways) {
    for (const term of terms) {
      const here = places.get(term);
      if (here !== undefined && (place < 0 || here < place)) place = here;
    }
  }
  return place;
}
