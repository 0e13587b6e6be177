/** Runs one confirmed write, and waits with it, checked and confirmed, until a file says that all of them are there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { run } from '../../src/run/run.ts';
import { catalogOf } from './capabilities.ts';

const [file, name] = process.argv.slice(2);
const { home, subject, requests } = JSON.parse(readFileSync(file, 'utf8'));
const real = createRunPorts({
  environment: { ...process.env, CAP_STATE_DIR: `${home}/state` },
  cwd: home,
  platform: process.platform,
  self: { file: process.execPath, argv: [] },
});
const ports = {
  ...real,
  async takeSlot(limit) {
    writeFileSync(`${home}/ready ${name}`, '');
    while (!existsSync(`${home}/go`)) await sleep(5);
    return real.takeSlot(limit);
  },
};
process.stdout.write(JSON.stringify(await run(requests[name], catalogOf(subject), ports)));
