/**
 * A JSON value in a bounded space and harmless to show, cut by structure: the first items of each list, the start of each
 * long text, with every cut named. What is not shown is not worked on, however large it is. It knows no formats.
 */
import type { Json } from '../../capability/capability.ts';
import { neutralise } from './neutralise.ts';

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
  const keys = new Map<object, readonly string[]>();
  for (const textLimit of TEXT_LIMITS) {
    const fits = (items: number): Bounded | undefined => {
      const cuts: Cut[] = [];
      const cut = shorten(value, { items, textLimit, cuts, keys, left: budget }, '', 0);
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

type Limits = {
  readonly items: number;
  readonly textLimit: number;
  readonly cuts: Cut[];
  /** Of objects that were met: hundreds of thousands of names are listed once, not with each attempt. */
  readonly keys: Map<object, readonly string[]>;
  left: number;
};

/** Undefined as soon as the budget is surely passed. */
function shorten(value: Json, limits: Limits, path: string, depth: number): { value: Json } | undefined {
  if (typeof value === 'string') {
    const limit = limits.textLimit;
    const isLong = value.length > limit;
    const shown = neutralise(isLong ? value.slice(0, limit).toWellFormed() : value);
    limits.left -= shown.length + 2;
    if (limits.left < 0) return undefined;
    if (isLong) limits.cuts.push({ path, shown: limit, total: value.length });
    return { value: isLong ? `${shown}…` : shown };
  }
  if (typeof value !== 'object' || value === null) {
    limits.left -= 1;
    return limits.left < 0 ? undefined : { value };
  }
  const list = Array.isArray(value) ? (value as readonly Json[]) : undefined;
  const keys = list === undefined ? keysOf(value, limits) : [];
  const total = list?.length ?? keys.length;
  const most = list === undefined ? Math.max(limits.items, FEWEST_MEMBERS) : limits.items;
  const kept = depth >= DEEPEST ? 0 : Math.min(most, total);
  if (kept < total) limits.cuts.push({ path, shown: kept, total });
  const members: [string, Json][] = [];
  limits.left -= 2;
  for (let index = 0; index < kept; index += 1) {
    const name = keys[index] ?? '';
    if (name.length > limits.left) return undefined;
    const key = list === undefined ? neutralise(name) : String(index);
    const member = list === undefined ? (value as { readonly [name: string]: Json })[name] : list[index];
    limits.left -= list === undefined ? key.length + 4 : 1;
    if (limits.left < 0) return undefined;
    const inner = shorten(
      member ?? null,
      limits,
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      depth + 1,
    );
    if (inner === undefined) return undefined;
    members.push([key, inner.value]);
  }
  return { value: list === undefined ? Object.fromEntries(members) : members.map(([, member]) => member) };
}

function keysOf(value: object, { keys }: Limits): readonly string[] {
  const known = keys.get(value);
  if (known !== undefined) return known;
  const found = Object.keys(value);
  keys.set(value, found);
  return found;
}
