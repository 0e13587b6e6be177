/** What a process leaves for the next one is written while it goes on: waits until it is there. */
import { setTimeout } from 'node:timers/promises';
import { quickPolicy } from '../../src/platform/known-policy.ts';
import type { PolicyHost } from '../../src/platform/policy-files.ts';

export async function settled(host: PolicyHost): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    if (quickPolicy(host) !== undefined) return;
    await setTimeout(20);
  }
}
