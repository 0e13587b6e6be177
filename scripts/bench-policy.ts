/**
 * `node scripts/bench-policy.ts [--rounds N]`: what a policy costs a cold search, each in turn with the same search where
 * no policy is. Exits with 1 when one costs more than its limit. All of them as an ordinary user; an administrator also measures the organisation's file, in a mount
 * namespace of its own, so that nothing of this machine's /etc changes.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OVERLAY, policyContenders } from './bench/policies.ts';
import { timeInTurn } from './bench/round-robin.ts';
import { setup as ensureBuilt } from './build/ensure-built.ts';

/** What a search may cost more under a policy. */
const LIMIT = 1.02;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, organisation: { type: 'string' } },
});
ensureBuilt();
const administrator = process.getuid?.() === 0 && values.organisation === undefined;
if (administrator && spawnSync('unshare', ['-m', 'sh', '-c', OVERLAY]).status === 0) {
  const again = [process.execPath, import.meta.filename, '--organisation', 'here', '--rounds', values.rounds];
  const inside = spawnSync('unshare', ['-m', 'sh', '-c', `${OVERLAY} && exec "$0" "$@"`, ...again], {
    stdio: 'inherit',
  });
  process.exit(inside.status ?? 1);
}

const directory = mkdtempSync(join(tmpdir(), 'cap-bench-policy-'));
chmodSync(directory, 0o755);
try {
  const contenders = policyContenders(directory, values.organisation !== undefined);
  for (const { name, median, lower, upper, ratio } of timeInTurn(contenders, Number(values.rounds))) {
    const quarters = `${lower.toFixed(1)} to ${upper.toFixed(1)}`;
    const verdict = ratio <= LIMIT ? '' : `  more than ${LIMIT}`;
    if (ratio > LIMIT) process.exitCode = 1;
    console.log(`${median.toFixed(1).padStart(7)} ms (${quarters})  ${ratio.toFixed(3)} ×  ${name}${verdict}`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
