/**
 * A JSON value in a bounded space, cut by structure: the first items of each list, the start of each long text, with
 * every cut named. It knows no formats.
 */
import type { Json } from '../../capability/capability.ts';

/** One place where something was left out: `shown` of `total` items, members or characters. */
export type Cut = { readonly path: string; readonly shown: number; readonly total: number };

export type Bounded = { readonly value: Json; readonly cuts: readonly Cut[] };

/** Members of an object that are kept even when lists go down to one item: a record is read whole. */
const FEWEST_MEMBERS = 40;
/** Levels that are shown; deeper structure says nothing at a glance. */
const DEEPEST = 24;
/** Characters of one text, generous first. */
const TEXT_LIMITS = [4000, 400] as const;
/** Cuts that are named; the rest follow the same pattern. */
const MOST_CUTS = 20;

/** The value with the largest number of items per list that fits `budget` bytes of JSON; undefined when nothing does. */
export function boundJson(value: Json, budget: number): Bounded | undefined {
  for (const textLimit of TEXT_LIMITS) {
    const fits = (items: number): Bounded | undefined => {
      const cuts: Cut[] = [];
      const cut = shorten(value, { items, textLimit, cuts, left: budget }, '', 0);
      if (cut === undefined || new TextEncoder().encode(JSON.stringify(cut.value)).length > budget) return undefined;
      return { value: cut.value, cuts: cuts.slice(0, MOST_CUTS) };
    };
    const all = fits(Number.MAX_SAFE_INTEGER);
    if (all !== undefined && all.cuts.length === 0) return all;
    // Doubling from below and then halving costs a few times the budget, however large the value is.
    let low = 1;
    let best = fits(low);
    if (best === undefined) continue;
    let high = 2;
    for (let more = fits(high); more !== undefined && high < budget; more = fits(high)) {
      best = more;
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const tried = fits(middle);
      if (tried === undefined) high = middle;
      else {
        best = tried;
        low = middle;
      }
    }
    return best;
  }
  return undefined;
}

type Limits = { readonly items: number; readonly textLimit: number; readonly cuts: Cut[]; left: number };

/** Undefined as soon as the budget is surely passed. */
function shorten(value: Json, limits: Limits, path: string, depth: number): { value: Json } | undefined {
  if (typeof value === 'string') {
    const limit = limits.textLimit;
    limits.left -= Math.min(value.length, limit) + 2;
    if (limits.left < 0) return undefined;
    if (value.length <= limit) return { value };
    limits.cuts.push({ path, shown: limit, total: value.length });
    return { value: `${value.slice(0, limit).toWellFormed()}…` };
  }
  if (typeof value !== 'object' || value === null) {
    limits.left -= 1;
    return limits.left < 0 ? undefined : { value };
  }
  const isList = Array.isArray(value);
  const entries: readonly [string, Json][] = isList
    ? (value as readonly Json[]).slice(0, limits.items).map((item, index) => [String(index), item])
    : Object.entries(value);
  const total = isList ? (value as readonly Json[]).length : entries.length;
  const limit = depth >= DEEPEST ? 0 : isList ? limits.items : Math.max(limits.items, FEWEST_MEMBERS);
  const kept = entries.slice(0, limit);
  if (kept.length < total) limits.cuts.push({ path, shown: kept.length, total });
  const members: [string, Json][] = [];
  limits.left -= 2;
  for (const [key, member] of kept) {
    limits.left -= isList ? 1 : key.length + 4;
    const inner = shorten(member, limits, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
    if (inner === undefined) return undefined;
    members.push([key, inner.value]);
  }
  return { value: isList ? members.map(([, member]) => member) : Object.fromEntries(members) };
}
