/**
 * What an agent has to read for one task: an answer of the search and one contract, against the definitions of every tool
 * of the catalog at once, which it would be shown without a search. It knows bytes, no tokens.
 */
import { utf8Bytes } from '../contract/text-limits.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { Observation } from './question.ts';

export type Disclosure = {
  readonly tasks: number;
  /** Means over tasks, whole bytes. */
  readonly searchBytes: number;
  readonly inspectBytes: number;
  /** Name, description and arguments schema of every capability that may be called, as the APIs of models take them. */
  readonly allBytes: number;
};

/** How deep in the answer an agent finds the right one. */
const SHOWN = 5;

/** Over questions of kind `single`; `inspectionBytes` tells the size of one contract. */
export function disclosureOf(
  observations: readonly Observation[],
  snapshot: Snapshot,
  hidden: ((id: string) => boolean) | undefined,
  inspectionBytes: (id: string) => number,
): Disclosure {
  const asked = observations.filter(({ question }) => question.kind === 'single');
  const known = new Map<string, number>();
  const contractBytes = (id: string | undefined): number => {
    if (id === undefined) return 0;
    const bytes = known.get(id) ?? inspectionBytes(id);
    known.set(id, bytes);
    return bytes;
  };
  const sum = (of: (one: Observation) => number) => asked.reduce((total, one) => total + of(one), 0);
  const tasks = asked.length;
  return {
    tasks,
    searchBytes: Math.round(sum(({ bytes }) => bytes) / Math.max(1, tasks)),
    inspectBytes: Math.round(sum((one) => contractBytes(chosenBy(one))) / Math.max(1, tasks)),
    allBytes: definitionBytes(snapshot, hidden),
  };
}

/** The right one where it is among the shown, else the first: an agent inspects before it runs. */
function chosenBy({ question, ids }: Observation): string | undefined {
  const shown = ids.slice(0, SHOWN);
  return shown.find((id) => question.groups.some((group) => group.includes(id))) ?? shown[0];
}

function definitionBytes(snapshot: Snapshot, hidden: ((id: string) => boolean) | undefined): number {
  let bytes = 0;
  for (let doc = 0; doc < snapshot.count; doc += 1) {
    const { id, type, title, summary, argumentsSchema } = snapshot.contract(doc);
    if (type === 'pack' || hidden?.(id) === true) continue;
    const description = [title, summary].map(({ en, zh }) => en ?? zh ?? '').join(' ');
    bytes += utf8Bytes(JSON.stringify({ name: id, description, input_schema: argumentsSchema }));
  }
  return bytes;
}
