/**
 * Stage 5: may this frozen call be executed? A pure function of the call and the policy: what only
 * reads may run, everything else waits for a yes, and policy can only be stricter than the manifest (but for small writes).
 */
import { MASK, maskArguments } from '../audit/mask.ts';
import type { Capability, Json, JsonObject } from '../capability/capability.ts';
import { unenforcedDenied } from '../policy/network.ts';
import { executeAnswer, type Facts, isOfProject, type Policy } from '../policy/policy.ts';
import { unlimitedDenied } from '../policy/settings.ts';
import type { Frozen } from './freeze.ts';
import { type Memory, unlimited } from './memory.ts';
import type { Network } from './network.ts';
import { UNSEEN_TREE } from './ports.ts';
import { shutHost } from './shut-host.ts';
import { rewritesWorkingTree, usesGit } from './working-tree.ts';

/** Made here alone, like a Resolved in its file. */
declare class MadeByDecide {
  private readonly madeByDecide: true;
}

/** Holds its call: it cannot be brought together with another one. */
export type Decision = MadeByDecide & { readonly frozen: Frozen; readonly rule: string } & (
    | { readonly kind: 'allowed' }
    | {
        readonly kind: 'confirmation_required';
        readonly approver: 'caller' | 'human';
        readonly summary: string;
        readonly affectedResources: readonly string[];
      }
    | { readonly kind: 'denied'; readonly message: string }
  );

export function decide(frozen: Frozen): Decision {
  const { capability, governance, network, memory } = frozen;
  const needed = approvalNeeded(governance.policy, factsOf(frozen), capability, network, memory);
  const { kind, rule, message } = seenOnTheWay(frozen, needed);
  if (kind === 'denied') return { kind, frozen, rule, message: message ?? 'A policy denies this.' } as Decision;
  if (kind === 'allowed') return { kind, frozen, rule } as Decision;
  const affected: readonly string[] = affectedResources(frozen);
  return {
    kind: 'confirmation_required',
    frozen,
    rule,
    approver: kind,
    summary: summarise(frozen),
    affectedResources: affected,
  } as Decision;
}

/** What rules ask of a call. The contract speaks for itself: its side effect and risk are what was inspected and frozen. */
export function factsOf({ capability, governance }: Frozen): Facts {
  const { id, type, sideEffect, riskLevel } = capability;
  const known = governance.factsOf(id) ?? { origin: 'project', principal: '', trusted: true };
  const { origin, principal, trusted } = known;
  return { id, type, sideEffect, riskLevel, origin, principal, trusted };
}

type Needed = {
  readonly kind: 'allowed' | 'caller' | 'human' | 'denied';
  readonly rule: string;
  readonly message?: string;
};

/**
 * Who has to say yes: nobody, the caller, a human; or no yes will do. The stricter of manifest and policy decides. Where a
 * project's own policy holds, what may take its file away with the rest of a working tree waits for a human, in mode auto too.
 * `network` and `memory` are what network_policy and the limit of memory come to here; undefined for what is not executed.
 */
export function approvalNeeded(
  policy: Policy,
  facts: Facts,
  capability: Pick<Capability, 'confirmation' | 'handler' | 'networkPolicy' | 'sideEffect'>,
  network: Network | undefined,
  memory: Memory | undefined,
): Needed {
  const shut = network?.state === 'unenforced' ? unenforcedDenied(policy) : undefined;
  if (network !== undefined && shut !== undefined) {
    const message = `It should reach ${network.policy === 'none' ? 'no network' : 'this machine only'}, and that is not enforced here. ${network.how}`;
    return { kind: 'denied', rule: shut, message };
  }
  const unkept = unlimited(memory);
  const unlimitedShut = unkept === undefined ? undefined : unlimitedDenied(policy.settings);
  if (unlimitedShut !== undefined) {
    const message = `${unkept}, and that is not enforced here. ${memory?.how}`;
    return { kind: 'denied', rule: unlimitedShut, message };
  }
  const { confirmation } = capability;
  const answer = executeAnswer(policy, facts, confirmation);
  if (answer.kind === 'deny') return { kind: 'denied', rule: answer.rule, message: answer.message };
  const shutOff = shutHost(capability, policy);
  if (shutOff !== undefined) return { kind: 'denied', ...shutOff };
  // What a foreign catalog says of itself, "only reads" above all, is worth nothing until somebody has read it.
  if (!facts.trusted) return { kind: 'human', rule: UNTRUSTED };
  if (answer.kind === 'human') return { kind: 'human', rule: answer.rule };
  if (confirmation === 'human' || facts.sideEffect === 'I') {
    return { kind: 'human', rule: `what cannot be undone, or the manifest, asks for a human (${answer.rule})` };
  }
  if (isOfProject(policy) && rewritesWorkingTree(capability)) {
    return { kind: 'human', rule: TAKES_POLICY(answer.rule) };
  }
  if (answer.kind === 'ask') return { kind: 'caller', rule: answer.rule };
  if (answer.kind === 'pass') return { kind: 'allowed', rule: answer.rule };
  if (confirmation === 'caller') return { kind: 'caller', rule: `the manifest asks for confirmation (${answer.rule})` };
  if (facts.sideEffect !== 'R') return { kind: 'caller', rule: `what changes something is confirmed (${answer.rule})` };
  return { kind: 'allowed', rule: `reads run without confirmation (${answer.rule})` };
}

const TAKES_POLICY = (rule: string) => `it may take away or alter the policy of a project (${rule})`;

/**
 * What is known of this very call asks for more. What a mode lets pass unasked is asked of the caller where the project
 * names a program that it would start: whoever made the project has chosen that one. Of what git writes, nobody having
 * looked is as good as something found.
 */
function seenOnTheWay({ capability, seen, takesProject }: Frozen, needed: Needed): Needed {
  const { kind, rule } = needed;
  if (takesProject === true && (kind === 'allowed' || kind === 'caller')) {
    return { kind: 'human', rule: TAKES_POLICY(rule) };
  }
  if (kind !== 'allowed' || capability.sideEffect === 'R') return needed;
  const unseen = capability.preview === undefined || (seen !== undefined && seen.programs === undefined);
  if (unseen && usesGit(capability)) {
    return { kind: 'caller', rule: `what git starts for it was not looked at (${rule})` };
  }
  if ((seen?.programs ?? []).length === 0) return needed;
  return { kind: 'caller', rule: `it starts a program that the project names (${rule})` };
}

const UNTRUSTED = 'nobody has said that this catalog is to be trusted; cap trust FILE does';

/**
 * What will actually be done, in one line that a person can judge. It is kept until somebody has answered, so what the
 * schema marks as secret is not in it.
 */
export function summarise(frozen: Frozen): string {
  const { capability, memory } = frozen;
  const unkept = unlimited(memory);
  const more = unkept === undefined ? '' : `. ${unkept}, and that is unenforced: ${memory?.how}`;
  const title = capability.title.en ?? capability.title.zh ?? capability.id;
  return `${title} (${capability.id}, ${capability.sideEffect}, risk ${capability.riskLevel}): ${frozen.words} in ${frozen.cwd}${more}`;
}

/**
 * What a preview saw, else the templates of the manifest with the arguments' values: "{path}" becomes the path, and what was
 * left out is said to be. Then where links lead.
 */
export function affectedResources(
  frozen: Pick<Frozen, 'seen' | 'capability' | 'places' | 'below' | 'arguments'>,
): string[] {
  const { seen, capability, places, below } = frozen;
  const values = shownValues(frozen);
  const named = seen?.affected ?? capability.affectedResources.flatMap((template) => fill(template, values));
  const open = new Set(Object.values(values).flat());
  const links = places.filter(({ given, real }) => real !== null && open.has(given));
  const unseen = below.filter(([path, tree]) => tree === UNSEEN_TREE && places.some((place) => place.path === path));
  return [
    ...named,
    ...links.map(({ given, real }) => `${given} leads to ${real}`),
    ...unseen.map(([path]) => `more than was looked through below ${path}: a yes holds whatever is there by then`),
  ];
}

/** What is shown is kept until somebody has answered, and read by whoever answers: no secret stands in it. */
function shownValues({ arguments: values, capability }: Pick<Frozen, 'arguments' | 'capability'>): JsonObject {
  return maskArguments(values, capability.argumentsSchema, Number.POSITIVE_INFINITY).arguments;
}

/**
 * What a person types to have it destroyed: the name of the first thing, not the sentence about it. Of a path that is its
 * last part; where nothing is named, the capability's own id.
 */
export function nameToType(frozen: Pick<Frozen, 'capability' | 'arguments'>): string {
  const { capability } = frozen;
  const values = shownValues(frozen);
  for (const template of capability.affectedResources) {
    const [, name = ''] = /\{(\w+)\}/.exec(template) ?? [];
    const value = own(values, name);
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'number') return String(first);
    if (typeof first !== 'string' || first.includes(MASK)) continue;
    const last =
      first
        .split('/')
        .findLast((part) => !/^\.*$/.test(part))
        ?.trim() ?? '';
    // What no keyboard types is not asked for.
    if (last !== '' && !/\p{C}|\p{DI}|[^\P{Zs} ]|\u2800| {2}/u.test(last)) return last;
  }
  return capability.id;
}

function fill(template: string, values: JsonObject): string[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const lists = names.filter((name) => Array.isArray(own(values, name)));
  // A list names one resource an item; two lists in one template would be pairs nobody meant.
  if (lists.length === 1) {
    const name = lists[0] as string;
    const items = own(values, name) as readonly Json[];
    return items.flatMap((item) => fill(template, { ...values, [name]: item }));
  }
  return [
    template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = own(values, name);
      if (value === undefined) return `(${name} left out)`;
      return typeof value === 'string' ? value : JSON.stringify(value);
    }),
  ];
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
