/**
 * Random sequences of asking, mutating, waiting and running against a model of a few lines: an execution happens exactly
 * where the model says so. Mutated are the call (arguments, id, timeout), the token, and all that stands around it: the
 * directory, the bytes of the program, the policy file, an environment variable, the catalog, the user. The stages are
 * real, all of them; what comes out at their end is counted instead of started.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openBench, waiting } from './capabilities.ts';
import {
  type Around,
  CALLS,
  PARTS,
  type Part,
  stateOf,
  type World,
  worldInMemory,
  worldOfFiles,
} from './confirm-world.ts';

const bench = openBench();
afterAll(() => bench.close());

type Step =
  | { readonly kind: 'ask'; readonly call: number }
  | { readonly kind: 'run'; readonly call: number; readonly token: number; readonly spoil: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'mutate'; readonly part: Part; readonly value: number };

/** The token that was issued last. */
const NEWEST = -1;

const call = fc.nat({ max: CALLS.length - 1 });
const mutation = fc
  .constantFrom(...(Object.keys(PARTS) as Part[]))
  .chain((part) =>
    fc.record({ kind: fc.constant('mutate' as const), part: fc.constant(part), value: fc.nat(PARTS[part] - 1) }),
  );
/** Asked, one thing changed, and the fresh token brought; what happens with it later is left to chance. */
const swap = fc
  .tuple(call, mutation)
  .map(([one, change]): Step[] => [
    { kind: 'ask', call: one },
    change,
    { kind: 'run', call: one, token: NEWEST, spoil: -1 },
  ]);
const ask = fc.record({ kind: fc.constant('ask' as const), call });
/** Most tokens are brought as they are; the others have one character changed. */
const spoil = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat({ max: 190 }) });
const run = fc.record({ kind: fc.constant('run' as const), call, token: fc.nat({ max: 5 }), spoil });
const wait = fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 200_000, 600_000, -30_000) });
const alone = (step: fc.Arbitrary<Step>) => step.map((one) => [one]);
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: alone(ask) },
      { weight: 6, arbitrary: alone(run) },
      { weight: 1, arbitrary: alone(wait) },
      { weight: 1, arbitrary: alone(mutation) },
      { weight: 2, arbitrary: swap },
    ),
    { minLength: 2, maxLength: 9 },
  )
  .map((parts) => parts.flat());

const START: World = { cwd: 0, program: 0, policy: 0, variable: 0, catalog: 0, user: 0 };

type Issued = {
  readonly token: string;
  readonly call: number;
  readonly world: World;
  readonly until: number;
  used: boolean;
};

/** Nothing of what was spent stays: the store looks at all of it each time. */
function forget(): void {
  for (const state of ['state', 'other state']) {
    const spent = join(bench.home, state, 'confirmations', 'spent');
    for (const name of existsSync(spent) ? readdirSync(spent) : []) rmSync(join(spent, name));
  }
}

it.each([
  [150, 'in a world of files', worldOfFiles, forget],
  [10_000, 'in memory', worldInMemory, () => {}],
] as const)(
  'no execution without its confirmation, and each confirmation is good for one: %i sequences %s',
  async (sequences, _where, open, tidy) => {
    const around: Around = { now: Date.now(), executions: 0 };
    const call = open(bench, around);
    let confirmed = 0;
    /** How often a good token was refused because of one part of the world alone, or of the call alone. */
    const only: { [part in Part | 'call']?: number } = {};
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        let issued: Issued[] = [];
        let world = START;
        const seen = [around.now, around.now];
        for (const step of sequence) {
          if (step.kind === 'wait') around.now += step.ms;
          if (step.kind === 'mutate') world = { ...world, [step.part]: step.value };
          if (step.kind === 'wait' || step.kind === 'mutate') continue;
          if (step.kind === 'run' && issued.length === 0) continue;
          const state = stateOf(world);
          // Set back by more than a minute: whatever was issued there is void.
          if (around.now + 60_000 < (seen[state] as number)) {
            issued = issued.map((one) => (stateOf(one.world) === state ? { ...one, until: 0 } : one));
            seen[state] = around.now;
          }
          const now = Math.max(seen[state] as number, around.now);
          seen[state] = now;
          if (step.kind === 'ask') {
            const { token } = waiting(await call(world, step.call));
            issued.push({ token, call: step.call, world, until: now + 600_000, used: false });
            continue;
          }
          const one = issued.at(step.token === NEWEST ? NEWEST : step.token % issued.length) as Issued;
          const token =
            step.spoil < 0 ? one.token : `${one.token.slice(0, step.spoil)}x${one.token.slice(step.spoil + 1)}`;
          const good = token === one.token && !one.used && now < one.until;
          const other = (Object.keys(PARTS) as Part[]).filter((part) => one.world[part] !== world[part]);
          const differs = [...other, ...(one.call === step.call ? [] : ['call' as const])];
          const expected = good && differs.length === 0;
          const before = around.executions;
          const outcome = await call(world, step.call, token);
          if (around.executions - before !== (expected ? 1 : 0))
            throw new Error(`${JSON.stringify(step)}: ${JSON.stringify(outcome)}`);
          const [first] = differs;
          if (good && first !== undefined && differs.length === 1) only[first] = (only[first] ?? 0) + 1;
          if (!expected) continue;
          one.used = true;
          confirmed += 1;
        }
        around.now = Math.max(around.now, ...seen);
        tidy();
      }),
      { numRuns: sequences, seed: 20_260_101 },
    );
    expect(around.executions).toBe(confirmed);
    expect(confirmed).toBeGreaterThan(sequences / 10);
    for (const part of [...(Object.keys(PARTS) as Part[]), 'call'] as const) {
      expect(only[part], part).toBeGreaterThan(sequences / 100);
    }
  },
  600_000,
);
