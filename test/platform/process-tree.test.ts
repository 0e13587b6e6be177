/** Whom a child that has just been started may have started: whoever bears its mark, and nobody older. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { INVOCATION_VARIABLE } from '../../src/platform/environment.ts';
import { listTree, treeOf } from '../../src/platform/process-tree.ts';

/** The grain of the system's own ticks is 10 ms. */
const TICKS_MS = 50;

it.runIf(process.platform === 'linux')('a tree has no part that is older than its leader', async () => {
  const mark = `tree-${process.pid}`;
  const start = () =>
    spawn('/bin/sleep', ['97'], { env: { [INVOCATION_VARIABLE]: mark }, detached: true, stdio: 'ignore' });
  const older = start();
  await sleep(TICKS_MS);
  const leader = start();
  const tree = treeOf(leader.pid ?? 0, mark);
  await sleep(TICKS_MS);
  const younger = start();
  try {
    await sleep(TICKS_MS);
    expect(listTree(tree).sort()).toEqual([leader.pid, younger.pid].sort());
    expect(listTree({ leader: leader.pid ?? 0, mark })).toHaveLength(3);
    // What stays when the leader is gone is found by its mark as before.
    leader.kill('SIGKILL');
    await once(leader, 'exit');
    expect(listTree(tree)).toEqual([younger.pid]);
  } finally {
    for (const child of [older, leader, younger]) child.kill('SIGKILL');
  }
});
