/**
 * The command line of a call as it may be shown: what the audit masks of the arguments is masked in the elements that were
 * made of them. What is started has the values themselves.
 */
import { maskArguments } from '../audit/mask.ts';
import { canonicalJson } from '../canon/json.ts';
import type { Json } from '../capability/capability.ts';
import type { Frozen } from './freeze.ts';

export function shownArgv({
  argv,
  arguments: values,
  capability,
}: Pick<Frozen, 'argv' | 'arguments' | 'capability'>): string[] {
  const shown = maskArguments(values, capability.argumentsSchema, Number.POSITIVE_INFINITY);
  if (shown.masked.length === 0) return [...argv];
  const masked = Object.entries(values).flatMap(([name, value]) => pairsOf(value, shown.arguments[name] ?? null));
  // The longest first: one secret may end with another.
  masked.sort(([one], [two]) => two.length - one.length);
  return argv.map((element) => {
    const [secret, mask] = masked.find(([text]) => element.endsWith(text)) ?? ['', ''];
    return `${element.slice(0, element.length - secret.length)}${mask}`;
  });
}

/** A value becomes an element as a whole, behind a prefix at most, or each of its items does. */
function pairsOf(value: Json, shown: Json): (readonly [string, string])[] {
  const items = Array.isArray(value)
    ? value.map((item: Json, index) => [item, Array.isArray(shown) ? shown[index] : shown] as const)
    : [];
  return [[value, shown] as const, ...items]
    .map(([one, other]) => [textOf(one), textOf(other as Json)] as const)
    .filter(([one, other]) => one !== '' && one !== other);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
