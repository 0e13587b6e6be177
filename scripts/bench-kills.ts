/**
 * `npm run bench:kills [-- --moments N --seed N]`: cap is killed with SIGKILL at N random moments of a write (1,000 when
 * left out). Prints where it died and what was found; exits with 1 when anything was done twice, lost or left running.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killAtRandom } from './bench/kills.ts';
import { setup as ensureBuilt } from './build/ensure-built.ts';
import { EXECUTABLE } from './build/root.ts';

const { values } = parseArgs({
  options: { moments: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
ensureBuilt();
const home = mkdtempSync(join(tmpdir(), 'cap-kills-'));
const started = performance.now();
try {
  const { moments, died, again, faults } = await killAtRandom(
    EXECUTABLE,
    home,
    Number(values.moments),
    Number(values.seed),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${moments} moments in ${seconds} s`);
  console.log(`journal at death: ${JSON.stringify(died)}`);
  console.log(`the same call again: ${JSON.stringify(again)}`);
  console.log(faults.length === 0 ? 'nothing lost, nothing done twice, nothing left running' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
