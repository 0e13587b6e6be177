/**
 * Four facts that are four different things, as doors: a capability exists, is visible, may be read, may be executed. Who
 * may not see it is not told of its doors. Pure: what was found on the machine comes in.
 */
import type { Capability, OperatingSystem } from '../capability/capability.ts';
import { programOf } from '../capability/handler-needs.ts';
import { isAtLeast } from '../capability/program-version.ts';
import type { DoorsResponse } from '../contract/doors.v1.ts';

export type DoorFacts = {
  readonly capability: Capability;
  readonly os: OperatingSystem;
  /** By name: where it was found, or null. */
  readonly executables: ReadonlyMap<string, string | null>;
  /** By name, of those that were asked: what they say they are; undefined when they say nothing. */
  readonly versions: ReadonlyMap<string, string | undefined>;
  /** By name: whether the user has handed it to cap. */
  readonly secrets: ReadonlyMap<string, boolean>;
  /** What network_policy comes to here; undefined for what is not executed. */
  readonly network: DoorsResponse['network'];
  /** Why its contract may not be read; undefined: it may. */
  readonly describeDenied: string | undefined;
  readonly execute: {
    readonly kind: 'allowed' | 'caller' | 'human' | 'denied';
    readonly rule: string;
    readonly message?: string;
  };
};

type Door = DoorsResponse['doors'][number];

export function doorsOf(facts: DoorFacts): Pick<DoorsResponse, 'doors' | 'executables' | 'secrets' | 'network'> {
  const { capability } = facts;
  const available = availableDoor(facts);
  const describable: Door =
    facts.describeDenied === undefined
      ? { name: 'describable', open: true, reason: 'No rule keeps its contract back.' }
      : { name: 'describable', open: false, reason: facts.describeDenied, opens: CHANGE_POLICY };
  return {
    doors: [
      { name: 'registered', open: true, reason: 'It is in this catalog.' },
      { name: 'public', open: true, reason: PUBLIC },
      available,
      { name: 'visible', open: true, reason: 'No rule hides it from you.' },
      describable,
      executableDoor(facts, available),
    ],
    // What it needs is of its contract.
    executables: (facts.describeDenied === undefined ? neededBy(capability) : []).map(({ name, min_version }) => ({
      name,
      path: facts.executables.get(name) ?? null,
      ...(min_version === undefined ? {} : { min_version }),
      ...versionOf(facts, name),
    })),
    ...(facts.secrets.size === 0 ? {} : { secrets: [...facts.secrets].map(([name, there]) => ({ name, there })) }),
    ...(facts.network === undefined ? {} : { network: facts.network }),
  };
}

/** What its manifest requires, and what its handler starts: a command, an interpreter, a server. */
export function neededBy({ executables, handler }: Capability): Capability['executables'] {
  const started = handler === undefined ? undefined : programOf(handler);
  const named = started === undefined || executables.some(({ name }) => name === started);
  return named ? executables : [...executables, { name: started }];
}

function versionOf({ versions }: DoorFacts, name: string): { version_checked: boolean; version?: string } {
  const version = versions.get(name);
  return version === undefined ? { version_checked: false } : { version_checked: true, version };
}

/** A door that is never shut for whoever may ask. */
const PUBLIC = 'No manifest can keep a capability private. Policy alone hides one, and then no doors are told.';
const CHANGE_POLICY = 'Another policy; cap policy check names the files.';

/** Everything that is in the way is named, so that nobody comes back for the next one. */
function availableDoor(facts: DoorFacts): Door {
  const name = 'available';
  const isKept = facts.describeDenied !== undefined;
  const faults = [...systemFaults(facts), ...(isKept ? [] : [...programFaults(facts), ...secretFaults(facts)])];
  if (faults.length === 0 && isKept) {
    return { name, open: true, reason: 'This system fits; what else it needs is in its contract, which is kept back.' };
  }
  if (faults.length === 0) {
    const reason = `This system fits, and everything it needs is there${stillToAsk(facts.capability)}.`;
    return { name, open: true, reason };
  }
  const sentences = (of: 'reason' | 'opens') => faults.map((fault) => fault[of]).join(' ');
  return { name, open: false, reason: sentences('reason'), opens: sentences('opens') };
}

type Shut = { readonly reason: string; readonly opens: string };

function systemFaults({ capability, os }: DoorFacts): Shut[] {
  if (capability.os.length === 0 || capability.os.includes(os)) return [];
  const systems = capability.os.join(', ');
  return [{ reason: `It works on ${systems}; this is ${os}.`, opens: `A machine with ${systems}.` }];
}

function programFaults({ capability, executables, versions }: DoorFacts): Shut[] {
  const missing = neededBy(capability).filter((needed) => (executables.get(needed.name) ?? null) === null);
  const names = missing.map((needed) => needed.name).join(', ');
  const absent = { reason: `Not in any directory of PATH: ${names}.`, opens: `Install ${names}.` };
  const old = capability.executables.flatMap(({ name, min_version: needed }): Shut[] => {
    const version = versions.get(name);
    if (needed === undefined || version === undefined || isAtLeast(version, needed)) return [];
    return [{ reason: `It needs ${name} ${needed} or newer; this one is ${version}.`, opens: `A newer ${name}.` }];
  });
  return missing.length === 0 ? old : [absent, ...old];
}

function secretFaults(facts: DoorFacts): Shut[] {
  const secrets = [...facts.secrets].filter(([, there]) => !there).map(([secret]) => secret);
  if (secrets.length === 0) return [];
  const variables = secrets.map((secret) => `CAP_SECRET_${secret}`).join(', ');
  const files = secrets.map((secret) => `secrets/${secret}`).join(', ');
  const opens = `Set ${variables}, or put it into ${files} beside your policy, readable for you alone.`;
  return [{ reason: `A secret is not there: ${secrets.join(', ')}.`, opens }];
}

/** Doors are looked at without reaching anybody: what only an answer of a server can tell is not known yet. */
function stillToAsk({ handler }: Capability): string {
  if (handler?.kind === 'mcp') {
    return ` on this machine; the server ${handler.server.executable} was not started: whether it works and has the tool ${handler.tool} is first asked when it runs`;
  }
  return handler?.kind === 'http' ? ' on this machine; whether the server answers is first found out when it runs' : '';
}

function executableDoor({ capability, execute, describeDenied }: DoorFacts, available: Door): Door {
  const name = 'executable';
  if (capability.handler === undefined) {
    const reason = `A ${capability.type} is read, not executed.`;
    return { name, open: false, reason, opens: 'Nothing: inspect shows what it says.' };
  }
  if (execute.kind === 'denied') {
    const reason = `${execute.message ?? 'A policy denies this.'} (${execute.rule})`;
    return { name, open: false, reason, opens: CHANGE_POLICY };
  }
  if (describeDenied !== undefined) return { name, open: false, reason: describeDenied, opens: CHANGE_POLICY };
  if (!available.open) return { ...available, name };
  if (execute.kind === 'allowed') return { name, open: true, reason: `It runs without asking: ${execute.rule}.` };
  const opens =
    execute.kind === 'human'
      ? 'A human’s yes to the very call, given with cap approve.'
      : 'A confirmation of the very call: run it, show what comes back, repeat it with the token.';
  return { name, open: false, reason: `It waits for a yes: ${execute.rule}.`, opens };
}
