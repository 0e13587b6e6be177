/** One part of a structured result, by its index in the only list or by its JSON pointer. It knows values and no store. */
import type { Json } from '../capability/capability.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { neutralise } from './evidence/neutralise.ts';

export type Item = { readonly item: Json; readonly pointer: string };

/** Names that a refusal lists; the others follow the same pattern. */
const MOST_NAMES = 12;
/** Levels below which nobody looks for lists to name. */
const DEEPEST_LIST = 3;

/** An index is one into the result, or into its only list when the result is an object (`{holders: […]}`). */
export function findItem(value: Json, wanted: number | string): Item | Refusal {
  if (typeof wanted === 'string') return followed(value, wanted);
  const pointer = listIn(value);
  if (pointer !== undefined) return followed(value, `${pointer}/${wanted}`, String(wanted));
  const lists = listsIn(value, '', 0).slice(0, MOST_NAMES).map(neutralise);
  const message =
    lists.length === 0
      ? 'This result is not a list of items: read it by lines, by bytes or by grep.'
      : `This result is not one list of items: name one of ${lists.join(', ')} with the index behind it, as ${lists[0]}/${wanted}.`;
  return refuse('invalid_value', { message, path: '/item' });
}

/** Where the pointer leads; from `received`, what the caller said. */
function followed(value: Json, pointer: string, received = pointer): Item | Refusal {
  let item = value;
  let walked = '';
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = memberOf(item, name);
    if (next === undefined) {
      const expected = `${walked === '' ? '' : `below ${neutralise(walked)}: `}${partsOf(item)}`;
      return refuse('out_of_range', { path: '/item', expected, received });
    }
    item = next;
    walked += `/${step}`;
  }
  return { item, pointer };
}

function memberOf(value: Json, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return /^(?:0|[1-9]\d{0,14})$/.test(name) ? (value as readonly Json[])[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [member: string]: Json })[name] : undefined;
}

function partsOf(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'no item: the list is empty' : `0 to ${value.length - 1}`;
  if (typeof value !== 'object' || value === null) return 'nothing: it has no parts';
  const names = Object.keys(value);
  const more = names.length > MOST_NAMES ? ', …' : '';
  return `one of ${names.slice(0, MOST_NAMES).map(neutralise).join(', ')}${more}`;
}

function listIn(value: Json): string | undefined {
  if (Array.isArray(value)) return '';
  const lists = listsIn(value, '', 0).filter((pointer) => pointer.lastIndexOf('/') === 0);
  return lists.length === 1 ? lists[0] : undefined;
}

/** The pointers of the lists that are members of objects only. */
function listsIn(value: Json, at: string, depth: number): string[] {
  if (Array.isArray(value)) return [at];
  if (typeof value !== 'object' || value === null || depth === DEEPEST_LIST) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listsIn(member as Json, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1),
  );
}
