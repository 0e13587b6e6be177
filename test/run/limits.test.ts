/** Limits that a policy sets: how many runs at a time, how long, how much memory; each is enforced or said not to be. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '../../src/platform/audit-log.ts';
import { withLock } from '../../src/platform/lock.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import type { Limits } from '../../src/policy/settings.ts';
import { present } from '../../src/run/present.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, finished, openBench, requestOf, waiting } from './capabilities.ts';

let bench: Bench;
afterEach(() => bench.close());

const node = (script: string, more = {}) => capability({ handler: command({ argv: ['-e', script] }), ...more });

function governed(
  subject: ReturnType<typeof capability>,
  limits: Limits,
  more = {},
  ports = bench.ports,
): Promise<RunOutcome> {
  const policy = { ...NO_POLICY, settings: { limits } };
  const request = requestOf(subject, {}, more);
  return runStages(request, catalogOf(subject), ports, ports.newOperationId(), { ...UNGOVERNED, policy });
}

describe('runs at the same time', () => {
  beforeEach(() => {
    bench = openBench();
  });

  it('wait for each other, and all of them come through', async () => {
    const file = join(bench.home, 'at work');
    const subject = node(`const f = ${JSON.stringify(file)}; fs.mkdirSync(f); setTimeout(() => fs.rmdirSync(f), 30)`);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => governed(subject, { concurrent_runs: 1 }, { tool_call_id: `call ${i}` })),
    );
    expect(all.map((outcome) => finished(outcome).status)).toEqual(Array(8).fill('succeeded'));
    expect(readdirSync(join(bench.home, 'state', 'slots'))).toEqual([]);
  });

  it('that do not get their turn are told, and nothing was executed', async () => {
    bench.close();
    bench = openBench({ slotPatienceMs: 100 });
    const long = governed(node('setTimeout(() => {}, 3000)'), { concurrent_runs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = await governed(node(''), { concurrent_runs: 1 });
    expect(second).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
    expect((second as { message: string }).message).toContain('1 runs are going on');
    expect(finished(await long).status).toBe('succeeded');
  });

  it('do not wait for one whose process is dead', async () => {
    const gone = spawn('/bin/true');
    const slots = join(bench.home, 'state', 'slots');
    mkdirSync(slots, { recursive: true });
    await withLock(join(slots, 'model'), async () => {
      const [space] = readFileSync(join(slots, 'model'), 'utf8').split(' ');
      writeFileSync(join(slots, '0'), `${space} ${gone.pid} 1`);
    });
    expect(finished(await governed(node(''), { concurrent_runs: 1 })).status).toBe('succeeded');
  });
});

describe('one run', () => {
  beforeEach(() => {
    bench = openBench();
  });

  it('takes no longer than its class, whatever the manifest says, and a request that asks for more is refused', async () => {
    const limits = { timeout_ms: { R: 300, I: 100 } };
    const outcome = finished(await governed(node('setTimeout(() => {}, 9e6)'), limits));
    const rule = 'limits.timeout_ms.R of the policy';
    expect(await governed(node(''), limits, { timeout_ms: 301 })).toMatchObject({
      ...{ kind: 'invalid_arguments', rule },
      problems: [{ path: '/timeout_ms', expected: `at most 300, as ${rule} says`, received: expect.any(String) }],
    });
    expect(finished(await governed(node(''), limits, { timeout_ms: 299 })).frozen.timeoutMs).toBe(299);
    expect([outcome.status, outcome.frozen.timeoutMs]).toEqual(['timed_out', 300]);
    const found = 'with everything that was found of what it had started';
    expect(outcome.evidence.message).toBe(`It was stopped after 300 ms, ${found}.`);
    expect(finished(await governed(node(''), { timeout_ms: { I: 100 } })).frozen.timeoutMs).toBe(20_000);
  });

  it('holds no more memory than it may', async () => {
    const hungry = node('globalThis.kept = Buffer.alloc(900e6); process.stdout.write("fed")');
    const fed = finished(await governed(hungry, {}));
    expect([fed.status, fed.evidence.stdout.text]).toEqual(['succeeded', 'fed']);
    const starved = finished(await governed(hungry, { memory_mb: 768 }));
    expect([starved.status, starved.evidence.stdout.text, starved.evidence.unenforced]).toEqual(['failed', '', []]);
    expect(finished(await governed(node(''), { memory_mb: 768 })).status).toBe('succeeded');
  });

  it('says that its memory is not limited where nothing can do that', async () => {
    bench.close();
    bench = openBench({ platform: 'darwin' });
    const answer = await governed(node(''), { memory_mb: 768 });
    expect(finished(answer).evidence.unenforced).toEqual(['memory']);
    const { files } = await readAudit({
      environment: { CAP_STATE_DIR: join(bench.home, 'state') },
      platform: 'darwin',
    });
    expect(files.flatMap(({ lines }) => lines).join('\n')).toContain('"unenforced":["memory"]');
  });

  describe('of which the memory cannot be limited', () => {
    const LIMITS: Limits = { memory_mb: 768 };
    const words = 'It should hold at most 768 MB of memory, and that is';
    const change = node('', { sideEffect: 'W-local', effect: 'write', confirmation: 'caller' });
    beforeEach(() => {
      bench.close();
      bench = openBench({ platform: 'darwin' });
    });

    it('says so before a yes, in the summary and in the plan', async () => {
      const asked = waiting(await governed(change, LIMITS));
      expect(asked.decision.summary).toContain(`${words} unenforced: This system has no prlimit`);
      const plan = present(await governed(change, LIMITS, { dry_run: true }), requestOf(change, {}, {}), 'id');
      expect(plan).toMatchObject({ response: { plan: { memory: { limit_mb: 768, state: 'unenforced' } } } });
      // Where it holds, the plan says it, and nothing else is said; without a limit nothing at all.
      const able = { ...bench.ports, limitsMemory: () => true };
      for (const [limits, memory] of [
        [LIMITS, { state: 'enforced', how: expect.stringContaining('memory that processes share is not limited') }],
        [{}, undefined],
      ] as const) {
        const outcome = await governed(change, limits, {}, able);
        expect(present(outcome, requestOf(change, {}, {}), 'id')).toMatchObject({
          response: {
            confirmation: { summary: expect.not.stringContaining('memory') },
            plan: memory ? { memory } : {},
          },
        });
      }
    });

    it.each([change, node('')])('does not run where a policy demands that it is', async (subject) => {
      const strict: Limits = { ...LIMITS, unenforcedDeniedBy: 'organisation' };
      expect(await governed(subject, strict)).toMatchObject({
        kind: 'denied',
        decision: { rule: 'limits.unenforced of the organisation policy', message: expect.stringContaining(words) },
      });
      expect((await governed(node(''), { unenforcedDeniedBy: 'user' })).kind).toBe('finished');
    });

    it('does not run either when it could be when the call was checked', async () => {
      const outcome = await governed(node(''), LIMITS, {}, { ...bench.ports, limitsMemory: () => true });
      expect(outcome).toMatchObject({ reason: 'unavailable', executed: false });
      expect(outcome).toHaveProperty('message', expect.stringContaining('cannot be limited any more'));
    });
  });

  it('is limited and shut off by programs of the system alone, whatever stands in front of them in PATH', async () => {
    bench.close();
    const early = mkdtempSync(join(tmpdir(), 'cap early '));
    const ran = join(early, 'ran');
    for (const name of ['prlimit', 'unshare', 'sh', 'secret-tool']) {
      writeFileSync(join(early, name), `#!/bin/sh\necho ${name} >> '${ran}'\n`, { mode: 0o755 });
    }
    bench = openBench({ environment: { PATH: `${early}:${process.env.PATH}`, CAP_STATE_DIR: join(early, 'state') } });
    try {
      const end = finished(await governed(node('process.stdout.write("mine")'), { memory_mb: 768 }));
      expect([end.status, end.evidence.stdout.text, end.evidence.unenforced]).toEqual(['succeeded', 'mine', []]);
      expect(existsSync(ran)).toBe(false);
    } finally {
      rmSync(early, { recursive: true, force: true });
    }
  });
});
