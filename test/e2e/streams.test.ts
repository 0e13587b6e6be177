/** Large answers, readers that leave, and interrupts: what goes through pipes is whole, quiet and leaves nothing behind. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { capabilityOf } from '../snapshot/catalog.ts';
import { ask, barely, cap, documentOf, EXECUTABLE, emptyDirectory, probes, runRequest, start } from './executable.ts';

describe('a large answer', () => {
  /** Products beside the one that is listed come whole in `neighbours`: 6,000 names of 200 characters are over a megabyte. */
  let snapshot = '';
  const NAMES = 6000;
  const name = (number: number) => `p${String(number).padStart(5, '0')}${'x'.repeat(194)}`;
  beforeAll(() => {
    const packs = Array.from({ length: NAMES }, (_, number) =>
      capabilityOf(name(number), '包', 'Pack', { type: 'pack', pack: '' }),
    );
    snapshot = join(emptyDirectory(), 'large.snapshot');
    writeFileSync(snapshot, compileCapabilities(packs).snapshot);
  });

  test('arrives whole through a pipe', async () => {
    const given = await ask('list', { version: 'capability-list.v1', parent: name(0) }, { snapshot });
    expect(given.status).toBe(0);
    expect(given.stdout.length).toBeGreaterThan(1_000_000);
    const { neighbours } = documentOf(given) as unknown as { neighbours: string[] };
    expect(neighbours).toHaveLength(NAMES - 1);
    expect(neighbours.at(-1)).toBe(name(NAMES - 1));
  });

  test('arrives whole in the human form too, to a slow reader', () => {
    const script = '"$0" "$@" | { sleep 0.3; wc -c; }';
    const given = spawnSync('/bin/sh', ['-c', script, EXECUTABLE, 'list', name(0), '--snapshot', snapshot], {
      env: barely(),
    });
    expect(Number(given.stdout.toString())).toBeGreaterThan(1_000_000);
  });

  test.each([[['list', '--request-json', '@request.json']], [['list', name(0)]], [['--help']]])(
    'a reader that leaves after one byte hears nothing of it: %s',
    (argv) => {
      const cwd = emptyDirectory();
      writeFileSync(join(cwd, 'request.json'), JSON.stringify({ version: 'capability-list.v1', parent: name(0) }));
      const script = '{ "$0" "$@"; echo "status $?" >&2; } | head -c1';
      const given = spawnSync('/bin/sh', ['-c', script, EXECUTABLE, ...argv], {
        cwd,
        env: { ...barely(), CAP_SNAPSHOT: snapshot },
      });
      expect(given.stdout.toString()).toHaveLength(1);
      expect(given.stderr.toString()).toBe('status 0\n');
    },
  );

  test('of an action is kept whole, shown in part, and read on with cap result', async () => {
    const env = { CAP_STATE_DIR: join(emptyDirectory(), 'state') };
    const chosen = await probes();
    const ran = await ask('run', await runRequest('probe.count', { to: 200_000 }, chosen), { snapshot: chosen, env });
    const { evidence } = documentOf(ran) as unknown as {
      evidence: { result_ref: string; truncated: boolean; stored: boolean };
    };
    expect(evidence).toMatchObject({ truncated: true, stored: true, exit_code: 0 });
    expect(ran.stdout.length).toBeLessThan(65_536);
    const rest = await cap(['result', evidence.result_ref, '--lines', '199999:200000'], { env });
    expect(documentOf(rest)).toMatchObject({
      text: '199999\n200000\n',
      lines: { from: 199_999, to: 200_000, total: 200_000 },
    });
    const one = await cap(['result', evidence.result_ref, '--item', '12344'], { env });
    expect(documentOf(one)).toMatchObject({ item: '12345' });
    const json = await ask(
      'result',
      { version: 'result-read.v1', result_ref: evidence.result_ref, grep: '99999' },
      { env },
    );
    expect(documentOf(json)).toMatchObject({ text: '99999: 99999\n199999: 199999\n' });
  });
});

describe('an interrupt during a run', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s: 130, and the child is gone', async (signal) => {
    const snapshot = await probes();
    const mark = 47 + (signal === 'SIGINT' ? 0 : 1);
    const child = start(['run', 'probe.wait', '--seconds', String(mark), '--snapshot', snapshot], { stdin: 'open' });
    const out: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    await until(() => sleepers(mark).length === 1);
    child.kill(signal);
    expect(await closed).toBe(130);
    expect(JSON.parse(Buffer.concat(out).toString())).toMatchObject({
      status: 'interrupted',
      executed: true,
      errors: [{ reason: 'interrupted' }],
    });
    expect(sleepers(mark)).toEqual([]);
  });
});

/** Processes `sleep -- SECONDS`, by their command line; in a network namespace the program's whole path stands there. */
function sleepers(seconds: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    const file = `/proc/${pid}/cmdline`;
    if (!/^\d+$/.test(pid) || !existsSync(file)) return false;
    try {
      return readFileSync(file, 'utf8').endsWith(`sleep\0--\0${seconds}\0`);
    } catch {
      return false;
    }
  });
}

async function until(holds: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (holds()) return;
    await sleep(50);
  }
  throw new Error('it never came to be');
}
