/** A contract without the names of capabilities that are hidden from this caller, wherever in it they stand. */
import type { Boundary, Capability, Json } from '../capability/capability.ts';

/** What looks like an id of at least two parts, also inside a sentence: from the start of a word, so each is tried once. */
const ID = /(?<![a-z0-9_])[a-z0-9_]+(?:\.[a-z0-9_]+)+/g;
const INSTEAD_OF_A_NAME = '(another capability)';

/** The same capability; siblings that are hidden are left out, and in texts an unnamed one stands in for them. */
export function withoutHidden(capability: Capability, hidden: (id: string) => boolean): Capability {
  const whenNotToUse = capability.whenNotToUse.map(({ instead, ...line }): Boundary => {
    return instead === undefined || hidden(instead) ? line : { ...line, instead };
  });
  const verifies = capability.verifies.filter((id) => !hidden(id));
  return withoutNames({ ...capability, whenNotToUse, verifies } as unknown as Json, hidden) as unknown as Capability;
}

/** A value in which nothing is hidden stays what it is: copying a whole contract takes as long as inspecting it. */
function withoutNames(value: Json, hidden: (id: string) => boolean): Json {
  if (typeof value === 'string') {
    if (!namesHidden(value, hidden)) return value;
    return value.replace(ID, (name) => (isHiddenName(name, hidden) ? INSTEAD_OF_A_NAME : name));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, Json>;
  let changed: Record<string, Json> | undefined;
  for (const key of Object.keys(members)) {
    const member = members[key] as Json;
    const shown = withoutNames(member, hidden);
    if (shown === member) continue;
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, Json>;
    changed[key] = shown;
  }
  return changed ?? value;
}

/** Whether `ID` finds a hidden name. Hardly any text holds one, and an expression costs a start more than all the rest here. */
function namesHidden(text: string, hidden: (id: string) => boolean): boolean {
  let end = 0;
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', end)) {
    let start = dot;
    while (start > 0 && isNameUnit(text.charCodeAt(start - 1))) start -= 1;
    end = dot + 1;
    if (start === dot || !isNameUnit(text.charCodeAt(end))) continue;
    while (isNameUnit(text.charCodeAt(end)) || (text[end] === '.' && isNameUnit(text.charCodeAt(end + 1)))) end += 1;
    if (isHiddenName(text.slice(start, end), hidden)) return true;
  }
  return false;
}

/** a-z, 0-9 and _; NaN, which stands beyond the ends of a text, is none. */
function isNameUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

/** The name itself, or what it begins with: "git.log.txt" names git.log. */
function isHiddenName(name: string, hidden: (id: string) => boolean): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const part = name.slice(0, end);
    if (part.includes('.') && hidden(part)) return true;
  }
  return false;
}
