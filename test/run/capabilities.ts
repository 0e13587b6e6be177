/** Small capabilities over real executables, and the catalog that holds them: what the tests of `run` run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE } from '../../scripts/build/root.ts';
import type { Capability, CommandHandler, Handler, JsonObject } from '../../src/capability/capability.ts';
import { createRunPorts, type RunHost } from '../../src/platform/run-ports.ts';
import type { Refusal } from '../../src/reason/refusal.ts';
import type { Finished } from '../../src/run/finished.ts';
import type { ExecutionEnd } from '../../src/run/ports.ts';
import type { RunAnswer } from '../../src/run/present.ts';
import type { RunRequest } from '../../src/run/request.ts';
import type { Catalog } from '../../src/run/resolve.ts';
import { run } from '../../src/run/run.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';

export const ECHO = join(import.meta.dirname, '..', 'platform', 'echo-child.mjs');

export const HASHES = { expected_source_hash: 'a'.repeat(64), expected_surface_hash: 'b'.repeat(64) };

export function capability(more: Partial<Capability> & { handler?: Handler }): Capability {
  return {
    id: 'test.echo',
    cliPath: 'test echo',
    type: 'action',
    product: 'test',
    pack: 'test',
    version: 1,
    title: { en: 'Echo', zh: '回显' },
    summary: { en: 'Tells what it was given' },
    description: {},
    aliases: { zh: [], en: [] },
    intents: [],
    entities: [],
    qualifiers: [],
    symptoms: { zh: [], en: [] },
    whenToUse: [],
    whenNotToUse: [],
    sideEffect: 'R',
    effect: 'read',
    riskLevel: 'low',
    confirmation: 'none',
    idempotency: 'idempotent',
    timeoutMs: 20_000,
    networkPolicy: 'none',
    os: [],
    executables: [],
    requiredContext: [],
    argumentsSchema: { type: 'object', additionalProperties: true },
    examples: [],
    produces: [],
    verifies: [],
    affectedResources: [],
    ...more,
  };
}

export function command(more: Partial<CommandHandler>): CommandHandler {
  return { kind: 'command', executable: 'node', argv: [], output: { format: 'text' }, ...more };
}

export type Bench = {
  readonly home: string;
  /** Runs the capability with these arguments; other fields of the request in `more`. */
  call(capability: Capability, args?: JsonObject, more?: JsonObject): Promise<RunOutcome>;
  /** The same through the whole line, as it goes on the wire. */
  answer(capability: Capability, args?: JsonObject, more?: JsonObject): Promise<RunAnswer | Refusal>;
  readonly ports: ReturnType<typeof createRunPorts>;
  close(): void;
};

/** A directory of its own with a state directory inside; `host` changes what the machine looks like. */
export function openBench(host: Partial<RunHost> = {}): Bench {
  const home = mkdtempSync(join(tmpdir(), 'cap run '));
  const ports = createRunPorts({
    environment: { ...process.env, CAP_STATE_DIR: join(home, 'state') },
    cwd: home,
    platform: process.platform,
    // The built one: what a user runs, and its child starts five times as fast as the sources.
    self: { file: EXECUTABLE, argv: [] },
    graceMs: 300,
    ...host,
  });
  return {
    home,
    ports,
    call: (subject, args = {}, more = {}) =>
      runStages(requestOf(subject, args, more), catalogOf(subject), ports, ports.newOperationId()),
    answer: (subject, args = {}, more = {}) => run(requestOf(subject, args, more), catalogOf(subject), ports),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

export function requestOf(subject: Capability, args: JsonObject, more: JsonObject): RunRequest {
  return {
    canonical_path: subject.id,
    action_version: subject.version,
    ...HASHES,
    tool_call_id: 'call-1',
    arguments: args,
    ...more,
  };
}

export function catalogOf(subject: Capability): Catalog {
  return {
    sourceHash: HASHES.expected_source_hash,
    surfaceHash: HASHES.expected_surface_hash,
    count: 1,
    id: () => subject.id,
    find: (id) => (id === subject.id ? 0 : -1),
    contract: () => subject,
  };
}

/** How a program ended that was not started at all: it printed this. */
export function acted(printed: string, more: Partial<Extract<ExecutionEnd, { kind: 'ended' }>> = {}): ExecutionEnd {
  const stream = (text: string) => {
    const head = new TextEncoder().encode(text);
    return { head, tail: head, totalBytes: head.length, storedBytes: head.length, capped: false };
  };
  return {
    kind: 'ended',
    exitCode: more.stopped === undefined ? 0 : null,
    signal: null,
    stopped: null,
    durationMs: 1,
    stdout: stream(printed),
    stderr: stream(''),
    resultRef: null,
    leftBehind: 0,
    survivors: 0,
    unenforced: [],
    ...more,
  };
}

/** The question that a call waits with for a yes, and the token of it. */
export function waiting(outcome: RunOutcome): Extract<RunOutcome, { kind: 'confirmation_required' }> {
  if (outcome.kind !== 'confirmation_required') throw new Error(`not waiting: ${JSON.stringify(outcome)}`);
  return outcome;
}

export function finished(outcome: RunOutcome): Finished {
  if (outcome.kind !== 'finished') throw new Error(`not finished: ${JSON.stringify(outcome)}`);
  return outcome;
}
