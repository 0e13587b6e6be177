/**
 * What the query rules out goes behind everything else, and care is taken where it asks for care. Whether a caller may
 * run something is for the policy; this is only the order.
 */
import { RISK_LEVELS, SIDE_EFFECTS } from '../../capability/capability.ts';
import { fieldMask } from '../../fulltext/fields.ts';
import { holdingOf } from '../../fulltext/holding.ts';
import { familiesOfDocument } from '../document-families.ts';
import type { Query } from '../query.ts';
import type { SignalInput, Weigh } from '../signal.ts';
import { perMille } from './share.ts';

/** More than all other signals and the lexical score can add up to. */
const BEHIND_ALL = -5;
/**
 * Shares of the best lexical score, in per mille. A name that is ruled out weighs much and not all: it may stand for what the
 * thing takes in or works on. As hard as the others it cost dws 92.2 to 91.4 in R@5 and .769 to .762 in MRR@10, and gained
 * nothing on the own judgements.
 */
const NAMED_FOR = -700;
const MAY_LOSE = -300;
const HIGH_IMPACT_UNASKED = -700;
const CHANGE_UNASKED = -150;

const READS = SIDE_EFFECTS.indexOf('R');
const IRREVERSIBLE = SIDE_EFFECTS.indexOf('I');
const HIGH_RISK = RISK_LEVELS.indexOf('high');

const NAMING_MASK = fieldMask('identity', 'title');

/** Whether a query rules anything out, or asks for care. */
export function constrains({ unwanted, lookOnly, keeps, open }: Query['constraints']): boolean {
  return unwanted.length > 0 || lookOnly || keeps || open;
}

export const constraint: Weigh = (input, say) => {
  const { candidate, query, snapshot, round, best } = input;
  const { unwanted, unwantedFamilies, rulesOutAll, lookOnly, keeps, open } = query.constraints;
  const { doc } = candidate;
  const share = (weight: number, why: string) => {
    say?.(why);
    return perMille(best, weight);
  };
  const sideEffect = snapshot.columns.sideEffect.at(doc);
  if (lookOnly && sideEffect !== READS)
    return share(BEHIND_ALL * 1000, 'only looking is wanted, this changes something');
  const families = familiesOfDocument(doc, snapshot);
  if (unwantedFamilies.some((family) => families[0] === family && (rulesOutAll || !query.families.includes(family))))
    return share(BEHIND_ALL * 1000, 'what it does is ruled out');
  // Where nobody has said what anything does, all would be held irreversible alike.
  if (unwanted.length > 0 && sideEffect === IRREVERSIBLE && round.hasMilder(sideEffect) && isRuledOut(input))
    return share(BEHIND_ALL * 1000, 'it cannot be undone, and what it is named for is ruled out');
  const terms = unwanted.filter(({ termId }) => termId >= 0 && (rulesOutAll || !isAsked(termId, query)));
  const { masks } = holdingOf(snapshot.lexical, doc, terms);
  // A title may name what the thing does not do ("fetch without merging"): a verb counts where the document does it.
  const named = terms.filter(({ termId }) => ((masks.get(termId) ?? 0) & NAMING_MASK) !== 0);
  if (named.some(({ family }) => family === 0 || families.includes(family))) {
    return share(NAMED_FOR, 'what it is named for is ruled out');
  }
  if (keeps && sideEffect === IRREVERSIBLE)
    return share(MAY_LOSE, 'something must stay as it is, this cannot be undone');
  if (!open) return 0;
  if (sideEffect === IRREVERSIBLE || snapshot.columns.risk.at(doc) >= HIGH_RISK) {
    return share(HIGH_IMPACT_UNASKED, 'of high impact, and the goal is open');
  }
  if (sideEffect === READS || families.some((family) => query.families.includes(family))) return 0;
  return share(CHANGE_UNASKED, 'changes something, and no change is asked for');
};

/** Whether a term is said where something is wanted, too: "push, but do not force push". */
function isAsked(termId: number, { terms }: Query): boolean {
  return terms.some((term) => term.termId === termId && term.share > 0);
}

/** Whether it is named for something that is said only where it is ruled out, or all is. */
function isRuledOut({ candidate, query, snapshot }: SignalInput): boolean {
  if (query.constraints.rulesOutAll) return true;
  const unasked = query.terms.filter(({ share }) => share === 0);
  const { masks } = holdingOf(snapshot.lexical, candidate.doc, unasked);
  return [...masks.values()].some((mask) => (mask & NAMING_MASK) !== 0);
}
