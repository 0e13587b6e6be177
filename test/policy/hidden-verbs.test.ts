/** What policy hides is in no answer of the verbs that are asked by hand either: doors, policy, audit, recover, result. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/canon/hash.ts';
import { canonicalJson } from '../../src/canon/json.ts';
import type { JournalEntry } from '../../src/run/journal.ts';
import { govern } from '../../src/verbs/governance.ts';
import { commandLine, NO_APPROVALS } from '../cli/command-line.ts';
import { worldOf } from '../verbs/world.ts';
import { holds, IDS, policyOf, rule, snapshot } from './hiding.ts';

const operationOf = (id: string) => sha256Hex(id).slice(0, 32);

/** Of each capability one operation that nobody knows the outcome of, which all of the others could look after. */
const ENTRIES = IDS.map(
  (id): JournalEntry => ({
    operation_id: operationOf(id),
    repeat_key: 'a'.repeat(64),
    input_hash: 'b'.repeat(64),
    canonical_path: id,
    state: 'unknown',
    history: [{ state: 'sent', time: '2026-01-01T00:00:00.000Z' }],
    idempotent: false,
    verifies: IDS.filter((other) => other !== id),
    arguments: {},
    masked: [],
    base: '/',
  }),
);

/** And all that they left in the log: each was looked after by each. */
const LINES = IDS.flatMap((id) =>
  IDS.map((by, index) => {
    const event = {
      version: 'audit-event.v1',
      seq: index + 1,
      time: '2026-01-01T00:00:00.000Z',
      user: 'tester',
      prev: '0'.repeat(64),
      kind: 'verified',
      operation_id: operationOf(id),
      canonical_path: id,
      tool_call_id: 'call',
      input_hash: null,
      details: { verdict: 'took_effect', by },
    };
    return JSON.stringify({ ...event, hash: sha256Hex(canonicalJson(event)) });
  }),
);

const POLICIES = 60;
const NO_REF = 'c'.repeat(32);

/** What text.echo gave before anybody hid it, in the store of this world. */
const before = worldOf(snapshot);
const gave = async () => {
  const { out } = await commandLine(['run', 'text.echo', '--text', 'kept', '--json'], { world: () => before });
  return (JSON.parse(out) as { evidence: { result_ref: string } }).evidence.result_ref;
};

/** What a person would be asked before a catalog of these capabilities is trusted. */
async function trustQuestion(more: Parameters<typeof commandLine>[1]): Promise<string[]> {
  const shown: string[] = [];
  await commandLine(['trust', 'file', '--json'], {
    ...more,
    trust: { list: () => [], examine: () => ({ hash: 'e'.repeat(64), snapshot }), keep: nothing, forget: nothing },
    approvals: {
      ...NO_APPROVALS,
      async askPerson(question) {
        shown.push(JSON.stringify(question));
        return { kind: 'nobody' };
      },
    },
  });
  return shown;
}
const nothing = async () => undefined;

it(`is not named: ${POLICIES} random policies`, async () => {
  let hiddenInAll = 0;
  const ref = await gave();
  let refsHidden = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 3 }), async (rules) => {
      const policy = policyOf(rules);
      if (policy === undefined) return;
      const world = { ...worldOf(snapshot, () => policy), runPorts: before.runPorts };
      const { hidden } = govern(policy, snapshot, world.caller);
      const gone = IDS.filter((id) => hidden?.(id) === true);
      const more = {
        world: () => world,
        recovery: {
          entries: async () => ENTRIES.map((entry) => ({ entry, running: false })),
          move: async () => ({ kind: 'done' as const }),
          resetCircuits: async () => {},
          record: async () => ({ kind: 'recorded' as const }),
        },
        audit: {
          read: async () => ({ files: [{ name: 'x', lines: LINES }], head: undefined, anchor: 'none' as const }),
          witnesses: async () => [],
          prune: async () => ({ events: 0, files: [] }),
          pruneRecords: async () => ({ results: 0, operations: 0, traces: 0, scripts: 0 }),
        },
      };
      const ask = async (...argv: string[]) => {
        const { out, err } = await commandLine([...argv, '--json'], more);
        expect(out, err).toMatch(/^\{/);
        return out;
      };
      const bodies = [
        await ask('recover'),
        await ask('audit', 'list', '--limit', '1000'),
        await ask('audit', 'verify'),
        await ask('policy', 'check'),
        await ask('catalog', 'verify'),
        ...(await trustQuestion(more)),
      ];
      const left = IDS.length - gone.length;
      const [verified, question] = bodies.slice(4) as [string, string];
      expect(JSON.parse(verified)).toMatchObject({ capabilities: left });
      expect(JSON.parse(question)).toContain(`  ${left} capabilit`);
      const [read, unknown] = [await ask('result', ref), await ask('result', NO_REF)];
      bodies.push(unknown);
      if (gone.includes('text.echo')) expect(read.replaceAll(ref, NO_REF)).toBe(unknown);
      else expect(read).toContain('kept');
      refsHidden += Number(gone.includes('text.echo'));
      for (const id of IDS) {
        const words = gone.includes(id) ? `${id}x` : id;
        for (const verb of [['doors'], ['policy', 'explain']]) {
          bodies.push((await ask(...verb, words)).replaceAll(words, words === id ? id : ''));
        }
        if (!gone.includes(id)) continue;
        // By its number, too, it is answered as one that never was.
        const nobody = 'd'.repeat(32);
        for (const verb of [['audit', 'show'], ['recover', '--as', 'committed'], ['recover']]) {
          const asked = await ask(...verb, operationOf(id));
          expect(asked.replaceAll(operationOf(id), nobody)).toBe(await ask(...verb, nobody));
        }
      }
      hiddenInAll += gone.length;
      for (const id of gone) {
        const leak = bodies.find((body) => holds(body, id));
        if (leak !== undefined) throw new Error(`${id} in ${leak}`);
      }
    }),
    { numRuns: POLICIES, seed: 4_711 },
  );
  expect(hiddenInAll).toBeGreaterThan(POLICIES / 2);
  expect(refsHidden).toBeGreaterThan(0);
  expect(refsHidden).toBeLessThan(POLICIES);
}, 300_000);
