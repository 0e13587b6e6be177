/** Whether a schema rules out every value that starts with "-". When in doubt it does not: an author can always be plainer. */
import type { Json } from '../../capability/capability.ts';
import { valueAt } from '../validate.ts';

/** Of the schema of one value: numbers from 0, enums without a dash, strings whose pattern fixes another first character. */
export function cannotLeadWithDash(schema: Json | undefined): boolean {
  if (schema === undefined) return false;
  const allowed =
    valueAt(schema, ['enum']) ?? (valueAt(schema, ['const']) === undefined ? undefined : [valueAt(schema, ['const'])]);
  if (Array.isArray(allowed)) return allowed.every((one) => one !== null && !String(one).startsWith('-'));
  const type = valueAt(schema, ['type']);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    const minimum = valueAt(schema, ['minimum']);
    const exclusive = valueAt(schema, ['exclusiveMinimum']);
    return (typeof minimum === 'number' && minimum >= 0) || (typeof exclusive === 'number' && exclusive >= 0);
  }
  const pattern = valueAt(schema, ['pattern']);
  return type === 'string' && typeof pattern === 'string' && fixesFirstCharacter(pattern);
}

/**
 * Reads the head of a pattern only: `^(?!-)`, or `^` and a character or class without "-" that cannot be left out.
 * Alternatives outside of groups would each need their own head, so they are refused.
 */
export function fixesFirstCharacter(pattern: string): boolean {
  if (!pattern.startsWith('^') || hasTopLevelAlternative(pattern)) return false;
  const rest = pattern.slice(1);
  if (rest.startsWith('(?!-)')) return true;
  const head =
    /^(?:\[(?<set>\^?(?:\\.|[^\\\]])*)\]|(?<literal>[A-Za-z0-9_@%:,=~#&!'"<>/ ]|\\[dwDWsS./+*?()[\]{}|^$])|(?<wide>[^\x00-\x7f]))(?<after>\{0|.?)/u.exec(
      rest,
    );
  if (head?.groups === undefined) return false;
  const { set, literal, after } = head.groups;
  if (after === '?' || after === '*' || after === '{0') return false;
  if (set !== undefined) return !classHasDash(set);
  return literal === undefined || !/^\\[DWS]$/.test(literal);
}

function classHasDash(set: string): boolean {
  try {
    return new RegExp(`^[${set}]$`, 'u').test('-');
  } catch {
    return true;
  }
}

function hasTopLevelAlternative(pattern: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern[i];
    if (character === '\\') i += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}
