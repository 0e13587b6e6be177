/**
 * Which documents of a snapshot a policy hides from a caller, all at once: each condition of a rule is a column or ranges
 * of ids, so no document is asked about by its name. Rule by rule it says what `applies` says.
 */
import { CAPABILITY_TYPES, RISK_LEVELS, SIDE_EFFECTS } from '../capability/capability.ts';
import type { Conditions, Facts, Policy, Rule } from '../policy/policy.ts';
import type { Snapshot } from '../snapshot/read.ts';

/** What rules ask of the caller; found out only when a rule asks. */
export type CallerSide = Pick<Facts, 'origin' | 'principal'>;

/** One byte a document, 1 for hidden. `rules` are those that hide. */
export function hiddenDocuments(rules: readonly Rule[], snapshot: Snapshot, caller: CallerSide): Uint8Array {
  const hidden = new Uint8Array(snapshot.count);
  for (const { applies_to: conditions } of rules) {
    const { origins, principals, except_ids: except } = conditions;
    if (origins !== undefined && !origins.includes(caller.origin)) continue;
    if (principals !== undefined && !principals.includes(caller.principal)) continue;
    const spared = except === undefined ? [] : rangesOf(except, snapshot);
    const columns = columnsOf(conditions, snapshot);
    for (const { from, to } of rangesOf(conditions.ids, snapshot)) {
      for (let doc = from; doc < to; doc += 1) {
        if (!columns.every(({ column, wanted }) => wanted[column.at(doc)] === true)) continue;
        if (!spared.some((range) => doc >= range.from && doc < range.to)) hidden[doc] = 1;
      }
    }
  }
  return hidden;
}

/**
 * The same by what was found out before; undefined where it was not, or of another catalog. Only of the catalog inside the
 * executable it is known that nobody else wrote the hashes that it goes by.
 */
export function hiddenBefore({ hides }: Policy, snapshot: Snapshot, caller: CallerSide): Uint8Array | undefined {
  if (hides === undefined || caller.origin !== 'builtin') return undefined;
  const hidden = new Uint8Array(snapshot.count);
  for (const known of hides) {
    if (known?.catalog !== catalogOf(snapshot)) return undefined;
    for (const doc of known.documents) hidden[doc] = 1;
  }
  return hidden;
}

/** By what one version of a catalog is told from another. */
export function catalogOf({ sourceHash, surfaceHash }: Snapshot): string {
  return `${sourceHash} ${surfaceHash}`;
}

/** What a rule may ask of a column. */
const ASKED = [
  ['types', 'type', CAPABILITY_TYPES],
  ['side_effects', 'sideEffect', SIDE_EFFECTS],
  ['risk_levels', 'risk', RISK_LEVELS],
] as const;

/** The columns that a rule asks for, and which of their values it means. */
function columnsOf(conditions: Conditions, { columns }: Snapshot) {
  return ASKED.flatMap(([condition, column, table]) => {
    const values: readonly string[] | undefined = conditions[condition];
    return values === undefined
      ? []
      : [{ column: columns[column], wanted: table.map((value) => values.includes(value)) }];
  });
}

/** Where the documents of these ids and of all below them stand; all documents where none are named. */
function rangesOf(ids: readonly string[] | undefined, { count, ids: table }: Snapshot) {
  if (ids === undefined) return [{ from: 0, to: count }];
  return ids.flatMap((id) => {
    const doc = table.find(id);
    return [...(doc < 0 ? [] : [{ from: doc, to: doc + 1 }]), table.prefixRange(`${id}.`)];
  });
}
