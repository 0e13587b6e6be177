/**
 * Stage 5: may this frozen call be executed? A pure function of the call: what only reads may run,
 * everything else waits for a yes.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import type { Frozen } from './freeze.ts';

export type Decision =
  | { readonly kind: 'allowed'; readonly rule: string }
  | {
      readonly kind: 'confirmation_required';
      readonly rule: string;
      readonly approver: 'caller' | 'human';
      readonly summary: string;
      readonly affectedResources: readonly string[];
    }
  | { readonly kind: 'denied'; readonly rule: string; readonly message: string };

export function decide(frozen: Frozen): Decision {
  const { capability } = frozen;
  if (capability.sideEffect === 'R' && capability.confirmation === 'none') {
    return { kind: 'allowed', rule: 'reads run without confirmation' };
  }
  return {
    kind: 'confirmation_required',
    rule:
      capability.sideEffect === 'R'
        ? 'the manifest asks for confirmation'
        : 'what changes something is confirmed first',
    approver: capability.confirmation === 'human' || capability.sideEffect === 'I' ? 'human' : 'caller',
    summary: summarise(frozen),
    affectedResources: affectedResources(frozen),
  };
}

/** The actual command, in one line that a person can judge; quoting is for the eye only, no shell ever reads it. */
export function summarise(frozen: Frozen): string {
  const { capability } = frozen;
  const title = capability.title.en ?? capability.title.zh ?? capability.id;
  const words = [frozen.executable.path, ...frozen.argv].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word),
  );
  const input = capability.handler?.kind === 'builtin' ? ` with ${frozen.stdin ?? '{}'}` : '';
  return `${title} (${capability.id}, ${capability.sideEffect}, risk ${capability.riskLevel}): ${words.join(' ')}${input} in ${frozen.cwd}`;
}

/** Templates of the manifest with the arguments' values: "{path}" becomes the path; an absent argument drops the line. */
export function affectedResources(frozen: Frozen): string[] {
  return frozen.capability.affectedResources.flatMap((template) => fill(template, frozen.arguments));
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
  if (names.some((name) => own(values, name) === undefined)) return [];
  return [
    template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = own(values, name);
      return typeof value === 'string' ? value : JSON.stringify(value);
    }),
  ];
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
