/**
 * Runs one capability of catalog/ by its id through the real pipeline: its own manifest, arguments, freeze, decision, a
 * real child. What is not a read waits for confirmation there; this support says yes as its caller or its human would,
 * with the token that was issued, and has exactly that call executed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE } from '../../scripts/build/root.ts';
import type { JsonObject } from '../../src/capability/capability.ts';
import { keepApproval } from '../../src/platform/confirmations.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { type Allowed, confirm, type Unconfirmed } from '../../src/run/confirm/confirm.ts';
import { approvalMark, readToken } from '../../src/run/confirm/token.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import type { Evidence } from '../../src/run/evidence/evidence.ts';
import { gatherEvidence } from '../../src/run/evidence/evidence.ts';
import { execute } from '../../src/run/execute.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import type { Catalog } from '../../src/run/resolve.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { loadCapability } from './default-catalog.ts';
import { noteExecuted } from './executions.ts';

const state = mkdtempSync(join(tmpdir(), 'cap-catalog-state-'));
process.on('exit', () => rmSync(state, { recursive: true, force: true }));

export type RunOptions = {
  /** Only the plan: nothing is executed. */
  readonly dryRun?: boolean;
  readonly cwd: string;
  /** The outside environment; the pipeline lets only its allow-list through. Our own unless told. */
  readonly environment?: { readonly [name: string]: string | undefined };
};

export type Ran = {
  /** Of an execution: succeeded, failed, timed_out; else the kind of outcome, and nothing was executed. */
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test states by its assertions what the result must look like.
  readonly result: any;
  readonly message: string;
  readonly evidence: Evidence | undefined;
  readonly outcome: RunOutcome;
};

/** Calls the built-in tool of a capability itself, as a child would: no pipeline stands before it. */
export function runOwnTool(id: string, args: JsonObject, cwd: string): ReturnType<typeof runBuiltinTool> {
  const { handler, argumentsSchema } = loadCapability(id);
  if (handler?.kind !== 'builtin') throw new Error(`${id} is no built-in tool`);
  return runBuiltinTool(handler.tool, JSON.stringify(applyDefaults(argumentsSchema, args)), { cwd });
}

/** Runs it; `cwd` is the caller's directory. */
export async function runCapability(id: string, args: JsonObject, options: RunOptions): Promise<Ran> {
  const capability = loadCapability(id);
  const environment = options.environment ?? process.env;
  const ports = createRunPorts({
    environment: { ...environment, CAP_STATE_DIR: state },
    cwd: options.cwd,
    platform: process.platform,
    // The built executable: what a user runs, and its child starts five times as fast as the sources.
    self: { file: EXECUTABLE, argv: [] },
  });
  const hash = '0'.repeat(64);
  const catalog: Catalog = {
    sourceHash: hash,
    surfaceHash: hash,
    count: 1,
    id: () => id,
    find: (wanted) => (wanted === id ? 0 : -1),
    contract: () => capability,
  };
  const request = {
    version: 'action-run.v1' as const,
    canonical_path: id,
    action_version: capability.version,
    expected_source_hash: hash,
    expected_surface_hash: hash,
    tool_call_id: 'test',
    arguments: args,
    cwd: options.cwd,
    ...(options.dryRun === true ? { dry_run: true } : {}),
  };
  const outcome = await runStages(request, catalog, ports, ports.newOperationId());
  if (outcome.kind === 'finished') return ran(id, outcome.status, outcome.evidence, outcome);
  const said = previewSaid(outcome);
  if (said !== undefined) return { ...ran(id, 'failed', undefined, outcome), message: said };
  if (outcome.kind !== 'confirmation_required') return ran(id, outcome.kind, undefined, outcome);
  const allowed = await sayYes(outcome, ports);
  const executed = await execute(allowed, ports);
  if (executed.end.kind !== 'ended') throw new Error(executed.end.message);
  const evidence = gatherEvidence(executed, executed.end, ports.bounded);
  const failed = evidence.stopped === 'timeout' ? 'timed_out' : 'failed';
  return ran(id, evidence.tool === 'succeeded' ? 'succeeded' : failed, evidence, outcome);
}

/** The yes for a call that waits: the token comes back, and where a human is asked, so does the mark of one. */
async function sayYes({ decision, token }: Unconfirmed, ports: RunPorts): Promise<Allowed> {
  if (decision.approver === 'human') {
    const desk = await ports.confirmations.open();
    const read = desk.kind === 'open' ? readToken(token, desk) : undefined;
    if (desk.kind !== 'open' || read?.kind !== 'valid') throw new Error('the token that was issued cannot be read');
    const { ticket } = read;
    await keepApproval({ CAP_STATE_DIR: state }, process.platform, ticket.nonce, approvalMark(ticket, desk));
  }
  const allowed = await confirm(decision, token, ports);
  if (allowed.kind !== 'allowed_call') throw new Error(JSON.stringify(allowed));
  return allowed;
}

/** What the look at a call found wrong, in the tool's own words: the call itself would have failed with them. */
function previewSaid(outcome: RunOutcome): string | undefined {
  if (outcome.kind === 'invalid_arguments') {
    return /^a call that can work: (.*)$/s.exec(outcome.problems[0]?.expected ?? '')?.[1];
  }
  if (outcome.kind !== 'refusal') return undefined;
  return / would not work: (.*)\. Nothing was executed\.$/s.exec(outcome.message)?.[1];
}

function ran(id: string, status: string, evidence: Evidence | undefined, outcome: RunOutcome): Ran {
  if (status === 'succeeded') noteExecuted(id);
  return { status, result: evidence?.result, message: evidence?.message ?? '', evidence, outcome };
}
