/** A contract without the names of capabilities that are hidden from this caller, wherever in it they stand. */
import type { Boundary, Capability, Json } from '../capability/capability.ts';

/** What looks like an id of at least two parts, also inside a sentence. */
const ID = /[a-z0-9_]+(?:\.[a-z0-9_]+)+/g;
const INSTEAD_OF_A_NAME = '(another capability)';

/** The same capability; siblings that are hidden are left out, and in texts an unnamed one stands in for them. */
export function withoutHidden(capability: Capability, hidden: (id: string) => boolean): Capability {
  const whenNotToUse = capability.whenNotToUse.map(({ instead, ...line }): Boundary => {
    return instead === undefined || hidden(instead) ? line : { ...line, instead };
  });
  const verifies = capability.verifies.filter((id) => !hidden(id));
  return withoutNames({ ...capability, whenNotToUse, verifies } as unknown as Json, hidden) as unknown as Capability;
}

function withoutNames(value: Json, hidden: (id: string) => boolean): Json {
  if (typeof value === 'string') {
    return value.replace(ID, (name) => (isHiddenName(name, hidden) ? INSTEAD_OF_A_NAME : name));
  }
  if (Array.isArray(value)) return value.map((item: Json) => withoutNames(item, hidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNames(item, hidden)]));
}

/** The name itself, or what it begins with: "git.log.txt" names git.log. */
function isHiddenName(name: string, hidden: (id: string) => boolean): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const part = name.slice(0, end);
    if (part.includes('.') && hidden(part)) return true;
  }
  return false;
}
