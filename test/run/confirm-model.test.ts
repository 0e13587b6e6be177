/**
 * Random sequences of asking, confirming, mutating and running against a model of a few lines: an execution happens
 * exactly where the model says so. The desk, its files and the freezing are real; the last step counts instead of starting.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { type Allowed, confirm } from '../../src/run/confirm/confirm.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { capability, catalogOf, command, openBench, requestOf } from './capabilities.ts';

let now = Date.now();
const bench = openBench({ clock: () => now });
afterAll(() => bench.close());

const subject = capability({
  sideEffect: 'W-local',
  effect: 'write',
  confirmation: 'caller',
  handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' } }),
});

/** Different calls: arguments, call id, timeout. */
const CALLS = [
  [{ what: 'a' }, {}],
  [{ what: 'b' }, {}],
  [{ what: 'a' }, { tool_call_id: 'call-2' }],
  [{ what: 'a' }, { timeout_ms: 1000 }],
] as const;

let executions = 0;
const ports: RunPorts = {
  ...bench.ports,
  execute: async () => {
    executions += 1;
    return { kind: 'not_started', message: 'counted' };
  },
};

type Step =
  | { readonly kind: 'ask'; readonly call: number }
  | { readonly kind: 'run'; readonly call: number; readonly token: number; readonly spoil: number }
  | { readonly kind: 'wait'; readonly ms: number };

const call = fc.nat({ max: CALLS.length - 1 });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), call }) },
    {
      weight: 6,
      // Most tokens are brought as they are; the others have one character changed.
      arbitrary: fc.record({
        kind: fc.constant('run' as const),
        call,
        token: fc.nat({ max: 5 }),
        spoil: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat({ max: 190 }) }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 200_000, 600_000, -30_000) }),
    },
  ),
  { minLength: 2, maxLength: 10 },
) as fc.Arbitrary<Step[]>;

/** Brings a call, with a token or without; what would be executed is counted. */
type Ask = (which: number, token?: string) => Promise<RunOutcome | Allowed>;

type Issued = { readonly token: string; readonly call: number; readonly until: number; used: boolean };

const wanted = (which: number, more: JsonObject) => {
  const [args, own] = CALLS[which] as (typeof CALLS)[number];
  return requestOf(subject, args, { ...own, ...more });
};

/** Through all stages, as a caller does. */
const askWhole: Ask = (which, token) => {
  const request = wanted(which, token === undefined ? {} : { confirmation_token: token });
  return runStages(request, catalogOf(subject), ports, ports.newOperationId());
};

/** At the desk alone, with calls that were frozen before: nine tenths of the time are spent on freezing the same again. */
async function askDesk(): Promise<Ask> {
  const frozen = await Promise.all(
    CALLS.map(async (_, which) => {
      const planned = await runStages(wanted(which, { dry_run: true }), catalogOf(subject), ports, 'plan');
      if (planned.kind !== 'dry_run' || planned.decision.kind === 'denied') throw new Error(JSON.stringify(planned));
      return planned.decision;
    }),
  );
  return async (which, token) => {
    const call = frozen[which];
    if (call === undefined) throw new Error(`no call ${which}`);
    const outcome = await confirm(call, token, ports);
    if (outcome.kind === 'allowed_call') executions += 1;
    return outcome;
  };
}

it.each([
  [120, 'through all stages', async () => askWhole],
  [10_000, 'at the desk', askDesk],
] as const)(
  'no execution without its confirmation, and each confirmation is good for one: %i sequences %s',
  async (sequences, _where, open) => {
    const ask = await open();
    executions = 0;
    let confirmed = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        let issued: Issued[] = [];
        let seen = now;
        for (const step of sequence) {
          if (step.kind === 'wait') {
            now += step.ms;
            continue;
          }
          // Set back by more than a minute: whatever was issued is void.
          if (now + 60_000 < seen) {
            issued = issued.map((one) => ({ ...one, until: 0 }));
            seen = now;
          }
          seen = Math.max(seen, now);
          if (step.kind === 'ask') {
            const outcome = await ask(step.call);
            if (outcome.kind !== 'confirmation_required') throw new Error(JSON.stringify(outcome));
            issued.push({ token: outcome.token, call: step.call, until: seen + 600_000, used: false });
            continue;
          }
          const picked = issued[step.token % Math.max(1, issued.length)];
          if (picked === undefined) continue;
          const { token } = picked;
          const spoiled = step.spoil < 0 ? token : `${token.slice(0, step.spoil)}x${token.slice(step.spoil + 1)}`;
          const expected = spoiled === token && !picked.used && picked.call === step.call && seen < picked.until;
          const before = executions;
          const outcome = await ask(step.call, spoiled);
          if (executions - before !== (expected ? 1 : 0))
            throw new Error(`${JSON.stringify(step)}: ${JSON.stringify(outcome)}`);
          if (!expected) continue;
          picked.used = true;
          confirmed += 1;
        }
        now = Math.max(now, seen);
        for (const name of readdirSync(join(bench.home, 'state', 'confirmations', 'spent'))) {
          rmSync(join(bench.home, 'state', 'confirmations', 'spent', name));
        }
      }),
      { numRuns: sequences, seed: 20_260_101 },
    );
    expect(executions).toBe(confirmed);
    expect(confirmed).toBeGreaterThan(sequences / 10);
  },
  600_000,
);
