/** What eats up the machine: processes that only make more of themselves, a full disk for the state, many at once. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { runStages } from '../../src/run/stages.ts';
import { cap, documentOf, emptyDirectory, probes, runRequest } from '../e2e/executable.ts';
import {
  type Bench,
  capability,
  catalogOf,
  command,
  finished,
  openBench,
  requestOf,
  waiting,
} from '../run/capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** Command lines of this machine that hold a text. */
function running(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(text));
}

/**
 * Each process makes two more, five times over, half of them in sessions of their own; the last 32 go on making children.
 * So there are never more than about a hundred and fifty, which no machine minds.
 */
const BOMB = `
  if [ "$1" -gt 0 ]; then
    sh "$0" $(($1 - 1)) "$2" & setsid sh "$0" $(($1 - 1)) "$2" & wait
  fi
  touch "$0.$$"
  while :; do setsid sh -c 'sleep 0.2' "$2" & sh -c 'sleep 0.1' "$2"; done
`;

describe.runIf(process.platform === 'linux')('a call that only makes more processes', () => {
  it('is ended at its time with all that it has made, wherever they went', async () => {
    const mark = `bomb-${process.pid}-${Date.now()}`;
    const script = join(bench.home, 'bomb');
    writeFileSync(script, BOMB);
    const bomb = capability({ handler: command({ executable: 'sh', argv: [script, '5', mark] }) });
    const outcome = finished(await bench.call(bomb, {}, { timeout_ms: 4000 }));
    expect(outcome.status).toBe('timed_out');
    // It had grown up by then.
    expect(readdirSync(bench.home).filter((name) => name.startsWith('bomb.')).length).toBeGreaterThan(8);
    expect(running(mark)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(running(mark)).toEqual([]);
  }, 60_000);
});

/** Only who administers the machine may mount, and not in every container. */
const MOUNTS =
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

describe.runIf(MOUNTS)('a disk that is full where the state is (a mount of its own, so root only)', () => {
  let disk: string;
  let filler: string;
  beforeEach(() => {
    disk = join(bench.home, 'disk');
    filler = join(disk, 'filler');
    mkdirSync(disk);
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk]);
  });
  afterEach(() => {
    execFileSync('/usr/bin/umount', [disk]);
  });

  const open = () =>
    createRunPorts({
      environment: { PATH: '/usr/bin:/bin', CAP_STATE_DIR: join(disk, 'state') },
      cwd: bench.home,
      platform: process.platform,
      self: { file: process.execPath, argv: [] },
    });
  const touch = capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    handler: command({ executable: 'touch', argv: ['--', 'touched'] }),
  });

  /** What goes before the call itself, and whether it can still be refused when the disk is full from there on. */
  const MOMENTS = [
    ['before it comes back with its yes', 'confirmations', true],
    ['when its turn comes', 'takeSlot', true],
    ['when it is written into the journal', 'journal', true],
    ['when it is written into the audit', 'audit', true],
    ['when it is started', 'execute', false],
  ] as const;

  it.each(MOMENTS)('%s: no change without its record, and whoever asks is told', async (_moment, from, refused) => {
    const ports = open();
    const filling = <Given extends readonly unknown[], Result>(work: (...given: Given) => Result) => {
      return (...given: Given): Result => {
        if (!existsSync(filler)) writeFileSync(filler, Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize));
        return work(...given);
      };
    };
    const full: RunPorts = {
      ...ports,
      ...(from === 'confirmations' ? { confirmations: { open: filling(ports.confirmations.open) } } : {}),
      ...(from === 'takeSlot' ? { takeSlot: filling(ports.takeSlot) } : {}),
      ...(from === 'journal' ? { journal: { ...ports.journal, prepare: filling(ports.journal.prepare) } } : {}),
      ...(from === 'audit' ? { audit: { record: filling(ports.audit.record) } } : {}),
      ...(from === 'execute' ? { execute: filling(ports.execute) } : {}),
    };
    const ask = (more: JsonObject, through: RunPorts) =>
      runStages(requestOf(touch, {}, more), catalogOf(touch), through, through.newOperationId());
    const asked = waiting(await ask({}, ports));
    const outcome = await ask({ confirmation_token: asked.token }, full);
    expect(existsSync(filler)).toBe(true);
    // What was refused was not done, and what was done is told.
    const told = outcome.kind === 'finished' || (outcome.kind === 'refusal' && outcome.executed);
    expect(existsSync(join(bench.home, 'touched'))).toBe(told);
    if (refused) expect(outcome).toMatchObject({ kind: 'refusal', reason: 'state_unavailable', executed: false });
  });
});

const PROCESSES = 40;

describe('many processes of the executable at the same moment', () => {
  it(`${PROCESSES}: each is answered, each has its two lines in the audit, and the chain holds`, async () => {
    const home = emptyDirectory();
    const env = { HOME: home, CAP_STATE_DIR: join(home, 'state') };
    const snapshot = await probes();
    const request = await runRequest('probe.say', { text: 'x' }, snapshot);
    const answers = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) =>
        cap(['run', '--request-json', '-', '--snapshot', snapshot], {
          env,
          stdin: JSON.stringify({ ...request, tool_call_id: `call-${index}`, arguments: { text: `${index}` } }),
        }),
      ),
    );
    const operations = answers.map((answer) => {
      const { status, invocation } = documentOf(answer) as unknown as {
        status: string;
        invocation: { operation_id: string };
      };
      expect(status).toBe('succeeded');
      return invocation.operation_id;
    });
    expect(new Set(operations).size).toBe(PROCESSES);
    expect(documentOf(await cap(['audit', 'verify', '--json'], { env }))).toMatchObject({
      holds: true,
      total: 2 * PROCESSES,
      findings: [],
    });
    const list = documentOf(
      await cap(['audit', 'list', '--limit', '1000', '--json', '--snapshot', snapshot], { env }),
    ) as unknown as { events: { operation_id: string; kind: string }[] };
    const told = list.events.map(({ operation_id, kind }) => `${operation_id} ${kind}`).toSorted();
    expect(told).toEqual(operations.flatMap((id) => [`${id} intent`, `${id} outcome`]).toSorted());
  }, 120_000);
});
