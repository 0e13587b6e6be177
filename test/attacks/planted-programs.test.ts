/** Attacks by programs: before one that a built-in tool asks for by its name, another is planted on PATH. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runStages } from '../../src/run/stages.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, catalogOf, openBench, requestOf, waiting } from '../run/capabilities.ts';

let home = '';
let bench: Bench;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-planted-')));
  for (const path of ['early', 'late']) mkdirSync(join(home, path));
  const environment = { PATH: `${join(home, 'early')}:${join(home, 'late')}`, CAP_STATE_DIR: join(home, 'state') };
  bench = openBench({ environment, cwd: home });
  put('late');
});
afterEach(() => {
  bench.close();
  rmSync(home, { recursive: true, force: true });
});

const put = (where: string, text = `exit 0 # ${where}`) =>
  writeFileSync(join(home, where, 'crontab'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

const SUBJECT = loadCapability('system.cron.add');
const ARGUMENTS = { schedule: '0 0 * * *', command: 'true' };

async function tokenOf(): Promise<string> {
  const asked = waiting(await bench.call(SUBJECT, ARGUMENTS));
  expect(asked.decision.summary).toContain(join(home, 'late', 'crontab'));
  return asked.token;
}

const PLANTED: readonly (readonly [string, () => void])[] = [
  ['one of the same name stands earlier on PATH', () => put('early')],
  ['its bytes are others', () => put('late', 'exit 1')],
];

describe('a yes for a built-in tool', () => {
  it.each(PLANTED)('is none where %s', async (_name, plant) => {
    const token = await tokenOf();
    plant();
    const refused = await bench.call(SUBJECT, ARGUMENTS, { confirmation_token: token });
    expect(refused).toMatchObject({
      reason: 'denied',
      received: expect.stringContaining('executable, or its content'),
    });
  });

  it.each(PLANTED)('is of no use in its last moment, where %s', async (_name, plant) => {
    const token = await tokenOf();
    let waits = 0;
    const ports = {
      ...bench.ports,
      // The yes is checked and spent, nothing is sent yet.
      takeSlot: (limit: number) => {
        waits += 1;
        plant();
        return bench.ports.takeSlot(limit);
      },
    };
    const request = requestOf(SUBJECT, ARGUMENTS, { confirmation_token: token });
    const outcome = await runStages(request, catalogOf(SUBJECT), ports, 'operation-1');
    expect(waits).toBe(1);
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
    const message = `${join(home, 'late', 'crontab')} is not what it was when the call was checked`;
    expect(outcome).toHaveProperty('message', expect.stringContaining(message));
  });
});
