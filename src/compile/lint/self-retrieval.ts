/**
 * Lint rule: what a capability says of itself finds it. An alias or a situation that leads elsewhere is shared with
 * another capability, and one of the two texts is wrong. How to search comes from outside: this room knows none.
 */
import type { Capability, OperatingSystem } from '../../capability/capability.ts';

/** The ids that a search for this text answers with, best first, as somebody on this system gets them. */
export type Find = (text: string, os: OperatingSystem) => readonly string[];

/** A caller reads the first few references: what is not among them is not found. */
export const FIRST = 3;

/** One message a line of a capability that does not find it; packs are only searched for by who asks for packs. */
export function selfRetrieval(capabilities: readonly Capability[], find: Find): { id: string; message: string }[] {
  return capabilities
    .filter(({ type }) => type !== 'pack')
    .flatMap(({ id, os, aliases, whenToUse }) => {
      const lines = (['zh', 'en'] as const).flatMap((language) => [
        ...aliases[language].map((text) => ['alias', text] as const),
        ...whenToUse.flatMap(({ [language]: text }) => (text === undefined ? [] : [['when_to_use', text] as const])),
      ]);
      // Where it works everywhere any system will do, and the same one on every machine.
      const on = os[0] ?? 'linux';
      return lines.flatMap(([field, text]) => {
        const found = find(text, on).slice(0, FIRST);
        if (found.includes(id)) return [];
        const instead = found.length === 0 ? 'nothing' : `${found.join(', ')} instead`;
        return [{ id, message: `the ${field} line "${text}" finds ${instead}` }];
      });
    });
}
