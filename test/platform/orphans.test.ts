/** Processes that get rid of what they are known by: of a call that is over, nothing that can be found is left. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildEnd, runChild } from '../../src/platform/child.ts';
import { childEnvironment } from '../../src/platform/environment.ts';

let home = '';
let serial = 0;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap orphans '));
  serial += 1;
});
afterEach(() => {
  for (const pid of living(word())) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

const word = () => `cap-orphan-${process.pid}-${serial}`;
const AWAY = '</dev/null >/dev/null 2>&1 &';

/** Processes under this word, without those that only wait to be asked after. */
function living(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes(text) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false;
      }
    });
}

/** Runs a script of bash; WORD in it stands for the word that its processes bear. */
function run(script: string, timeoutMs: number): Promise<ChildEnd> {
  return runChild({
    file: '/bin/bash',
    name: 'bash',
    argv: ['-c', script.replaceAll('WORD', word()).replaceAll('HOME', home)],
    cwd: home,
    environment: childEnvironment(process.env),
    timeoutMs,
    stdoutPath: join(home, 'stdout'),
    stderrPath: join(home, 'stderr'),
    mark: `orphans-${process.pid}-${serial}`,
    graceMs: 300,
  });
}

const NODE = `"${process.execPath}" -e 'require("child_process").spawn("/bin/sleep", ["971"], { env: {}, detached: true, stdio: "ignore", argv0: "WORD" }).unref()'`;
const KINDS = [
  ['an empty environment', `(setsid env -i /bin/bash -c "sleep 987; : WORD" ${AWAY})`],
  [
    'an empty environment that ignores SIGTERM',
    `(setsid env -i /bin/bash -c "trap '' TERM; while :; do sleep 987; done # WORD" ${AWAY})`,
  ],
  [
    'an environment emptied twice over, in a session of a session',
    `(setsid env -i /bin/bash -c "(setsid env -i /bin/bash -c 'sleep 987; : WORD' ${AWAY})" ${AWAY})`,
  ],
  ['an empty environment, started by node', NODE],
  ['files closed, but its environment', `(setsid /bin/bash -c "exec 97>&-; sleep 987; : WORD" ${AWAY})`],
] as const;

describe.runIf(process.platform === 'linux')('an orphan with', () => {
  it.each(KINDS)('%s goes with a child that ends', async (_name, script) => {
    const end = await run(`${script}; sleep 0.3`, 20_000);
    expect(end).toMatchObject({ exitCode: 0, stopped: null, survivors: 0 });
    expect(end.kind === 'ended' && end.leftBehind).toBeGreaterThan(0);
    expect(living(word())).toEqual([]);
  });

  it.each(KINDS)('%s goes with a child that is stopped', async (_name, script) => {
    const running = run(`${script}; sleep 986`, 800);
    await sleep(600);
    expect(living(word()).length).toBeGreaterThan(0);
    expect(await running).toMatchObject({ stopped: 'timeout', survivors: 0 });
    expect(living(word())).toEqual([]);
  });

  it('a chain of them that hands on and hands on comes to an end', async () => {
    // Each of them starts the next and is gone.
    writeFileSync(join(home, 'hop'), `echo >> '${home}/hops'; (setsid env -i /bin/bash "$0" "$1" ${AWAY})`);
    const running = run(`env -i /bin/bash 'HOME/hop' WORD; sleep 986`, 800);
    const before = performance.now();
    expect(await running).toMatchObject({ stopped: 'timeout', survivors: 0 });
    expect(performance.now() - before).toBeLessThan(6000);
    const hops = readFileSync(join(home, 'hops')).length;
    await sleep(200);
    expect(living(word())).toEqual([]);
    expect(hops).toBeGreaterThan(10);
    expect(readFileSync(join(home, 'hops'))).toHaveLength(hops);
  });

  it('nothing of the mark stays on the disk, and no program of the child’s own sees more than one file', async () => {
    const files = (text: string) => text.split('\n').filter((line) => Number(line) > 3);
    const ours = files(execFileSync('/bin/ls', ['/proc/self/fd'], { encoding: 'utf8' }));
    const end = await run('/bin/ls /proc/self/fd', 20_000);
    const theirs = files(end.kind === 'ended' ? Buffer.from(end.stdout.head).toString('utf8') : '');
    expect([ours.includes('97'), theirs.filter((file) => !ours.includes(file))]).toEqual([false, ['97']]);
    expect(readdirSync(home).sort()).toEqual(['stderr', 'stdout']);
  });
});
