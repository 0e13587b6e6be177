/**
 * The world that the model of confirmations plays in: everything that a yes hangs on beside the call itself, in two
 * values each. Once made of real files, and once of the same ports in memory, where thousands of sequences take seconds.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/canon/hash.ts';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { childEnvironment } from '../../src/platform/environment.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { ConfirmationDesk, RunPorts } from '../../src/run/ports.ts';
import { type Governance, UNGOVERNED } from '../../src/run/resolve.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { type Bench, capability, catalogOf, command, HASHES, requestOf } from './capabilities.ts';

/** The parts of the world, and how many values each can have. */
export const PARTS = { cwd: 2, program: 2, policy: 2, variable: 2, catalog: 2, user: 3 } as const;
export type Part = keyof typeof PARTS;
export type World = { readonly [part in Part]: number };

/** User 0 and user 2 have one state directory, which user 2 should never have come to; user 1 has another one. */
export const stateOf = ({ user }: World): number => user % 2;

/** Calls over two arguments, two ids and two timeouts. */
export const CALLS: readonly (readonly [args: JsonObject, own: JsonObject])[] = [
  [{ what: 'a' }, {}],
  [{ what: 'b' }, {}],
  [{ what: 'a' }, { tool_call_id: 'call-2' }],
  [{ what: 'a' }, { timeout_ms: 1000 }],
];

/** What is not a part of the world and moves with it: the clock, and the count of what would have been started. */
export type Around = { now: number; executions: number };
export type Ask = (world: World, call: number, token?: string) => Promise<RunOutcome>;

const PROGRAM = 'append-line';
const DIRECTORIES = ['one', 'two'];
const BYTES = ['#!/bin/sh\nexec tee -a done\n', '#!/bin/sh\nexec tee -a gone\n'];
const ZONES = ['UTC', 'Asia/Shanghai'];
const POLICIES = ['version: policy.v1\nmode: ask\n', 'version: policy.v1\nmode: ask\nrules: []\n'];
const SUBJECTS: readonly Capability[] = [{ en: 'Appends' }, { en: 'Appends, says another catalog' }].map(
  (description) =>
    capability({
      description,
      sideEffect: 'W-local',
      effect: 'write',
      confirmation: 'caller',
      handler: command({ executable: PROGRAM, stdin: { arg: 'what' } }),
    }),
);

/** Through all stages, as a caller does who has inspected the catalog of this moment. What would be started is counted. */
function through(around: Around, portsIn: (world: World) => RunPorts, policyIn: (world: World) => Policy): Ask {
  return (world, call, token) => {
    const subject = SUBJECTS[world.catalog] as Capability;
    const [args, own] = CALLS[call] as (typeof CALLS)[number];
    const sourceHash = String(world.catalog).repeat(64);
    const ports: RunPorts = {
      ...portsIn(world),
      execute: async () => {
        around.executions += 1;
        return { kind: 'not_started', message: 'counted' };
      },
    };
    const request = requestOf(subject, args, {
      ...own,
      ...HASHES,
      expected_source_hash: sourceHash,
      cwd: DIRECTORIES[world.cwd] as string,
      ...(token === undefined ? {} : { confirmation_token: token }),
    });
    const governance: Governance = {
      ...UNGOVERNED,
      policy: policyIn(world),
      revisionNow: () => policyIn(world).revision,
    };
    return runStages(request, { ...catalogOf(subject), sourceHash }, ports, ports.newOperationId(), governance);
  };
}

/** Somebody else at the desk: whoever has taken a user's state, key and all, is still another user. */
function asUser(ports: RunPorts, user: number): RunPorts {
  if (user !== 2) return ports;
  const open = async () => {
    const desk = await ports.confirmations.open();
    return desk.kind === 'open' ? { ...desk, user: 'somebody else' } : desk;
  };
  return { ...ports, confirmations: { open } };
}

/** Everything on the disk: directories, the program in PATH, the policy file, two state directories. */
export function worldOfFiles(bench: Bench, around: Around): Ask {
  const at = (...names: string[]) => join(bench.home, ...names);
  for (const name of [...DIRECTORIES, 'bin']) mkdirSync(at(name));
  const hosts = ZONES.map((TZ) =>
    ['state', 'other state'].map((state) =>
      createRunPorts({
        environment: { PATH: `${at('bin')}:/usr/bin:/bin`, TZ, CAP_STATE_DIR: at(state) },
        cwd: bench.home,
        platform: process.platform,
        self: { file: process.execPath, argv: [] },
        clock: () => around.now,
      }),
    ),
  );
  const put = (path: string, text: string, mode: number) => {
    const before = written.get(path);
    if (before !== text) writeFileSync(path, text, { mode });
    written.set(path, text);
  };
  const written = new Map<string, string>();
  const portsIn = (world: World) => {
    put(at('bin', PROGRAM), BYTES[world.program] as string, 0o755);
    return asUser(hosts[world.variable]?.[stateOf(world)] as RunPorts, world.user);
  };
  return through(around, portsIn, (world) => {
    put(at('policy.yaml'), POLICIES[world.policy] as string, 0o600);
    return policyOf(readFileSync(at('policy.yaml'), 'utf8'));
  });
}

/** The same without a disk. What a port answers is what the files of `worldOfFiles` would make it answer. */
export function worldInMemory(bench: Bench, around: Around): Ask {
  const desks = [0, 1].map((state) => deskInMemory(around, state));
  const environments = ZONES.map((TZ) => childEnvironment({ PATH: '/bin', TZ }));
  const nothing = async () => ({ kind: 'done' }) as const;
  const executable = { path: `/bin/${PROGRAM}`, realPath: `/bin/${PROGRAM}` };
  const portsIn = (world: World): RunPorts => ({
    ...asUser({ ...bench.ports, confirmations: { open: desks[stateOf(world)] as () => Promise<Desk> } }, world.user),
    findExecutable: async () => executable,
    fingerprint: async () => ({ identity: 'x', contentHash: sha256Hex(BYTES[world.program] as string) }),
    realDirectory: async (path) => ({ kind: 'directory', path: `/${path}` }),
    leadsTo: async () => [],
    objectAt: async () => undefined,
    networkGate: async () => ({ kind: 'none', why: 'there is none here' }),
    environment: () => environments[world.variable] as ReturnType<typeof childEnvironment>,
    bounded: (_milliseconds, work) => ({ value: work() }),
    audit: { record: async () => ({ kind: 'recorded' }) },
    journal: { prepare: nothing, move: nothing, same: async () => [], ofCall: async () => undefined },
    takeSlot: async () => ({ kind: 'slot', release() {} }),
    interruption: () => undefined,
    circuit: { facts: async () => ({ fruitless: [], progress: 0, now: around.now }), note: async () => {} },
  });
  const policies = POLICIES.map((text) => policyOf(text));
  return through(around, portsIn, (world) => policies[world.policy] as Policy);
}

type Desk = ConfirmationDesk;

/** Time never goes back here either: set back by more than a minute, the key is another one. */
function deskInMemory(around: Around, state: number): () => Promise<Desk> {
  const spent = new Set<string>();
  let seen = 0;
  let keys = 0;
  let nonces = 0;
  return async () => {
    if (around.now + 60_000 < seen) {
      keys += 1;
      seen = around.now;
    }
    seen = Math.max(seen, around.now);
    return {
      kind: 'open',
      key: Buffer.from(`${state} ${keys}`.padStart(32)),
      now: seen,
      user: '1000',
      newNonce: () => (nonces++).toString(16).padStart(32, '0'),
      wasSpent: async (nonce) => spent.has(nonce),
      async spend(nonce) {
        const kind = spent.has(nonce) ? 'spent_before' : 'spent';
        spent.add(nonce);
        return { kind };
      },
      keepQuestion: async () => ({ kind: 'kept' }),
      approval: async () => undefined,
    };
  };
}
