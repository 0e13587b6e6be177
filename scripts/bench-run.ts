/**
 * `npm run bench:run [-- --rounds N]`: what `cap run` of a reading action costs over its child. Three processes in turn: the
 * child by itself, `cap doors` (everything that a run loads, and nothing executed), and `cap run`. Exits with 1 when a
 * run costs more than its limit once everything is loaded.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { timeInTurn } from './bench/round-robin.ts';
import { setup as ensureBuilt } from './build/ensure-built.ts';
import { EXECUTABLE, ROOT } from './build/root.ts';
import { trustSnapshot } from './build/trusting.ts';

/** Milliseconds over the child, by the median. */
const LIMIT = 60;
const ACTION = 'probe.count';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } });
ensureBuilt();
const home = mkdtempSync(join(tmpdir(), 'cap-run-cost-'));
const snapshot = join(home, 'probes.snapshot');
const env = { PATH: '/usr/bin:/bin', HOME: home, CAP_SNAPSHOT: snapshot };
try {
  cap(['catalog', 'build', join(ROOT, 'golden', 'transcripts', 'catalog'), '-o', snapshot]);
  trustSnapshot(snapshot, join(home, '.config'));
  const { catalog } = cap(['inspect', '--request-json', '-'], { version: 'schema-inspect.v1', canonical_path: ACTION });
  const run = {
    version: 'action-run.v1',
    canonical_path: ACTION,
    action_version: 1,
    expected_source_hash: catalog.source_hash,
    expected_surface_hash: catalog.surface_hash,
    tool_call_id: 'bench',
    arguments: { to: 3 },
  };
  const doors = { version: 'doors.v1', canonical_path: ACTION };
  const [child, loaded, whole] = timeInTurn(
    [
      { name: 'the child alone', file: '/usr/bin/seq', argv: ['3'], env },
      contender('cap doors', 'doors', doors),
      contender('cap run', 'run', run),
    ],
    Number(values.rounds),
  );
  if (child === undefined || loaded === undefined || whole === undefined) throw new Error('nothing was timed');
  for (const { name, lower, median, upper } of [child, loaded, whole]) {
    console.log(`${name.padEnd(16)} ${[lower, median, upper].map((time) => time.toFixed(1).padStart(7)).join(' ')} ms`);
  }
  const over = whole.median - loaded.median - child.median;
  console.log(`over its child   ${(whole.median - child.median).toFixed(1)} ms with the start of the process`);
  console.log(`                 ${over.toFixed(1)} ms once everything is loaded (at most ${LIMIT})`);
  process.exitCode = over <= LIMIT ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

function contender(name: string, verb: string, request: object) {
  return { name, file: EXECUTABLE, argv: [verb, '--request-json', '-'], input: JSON.stringify(request), env };
}

function cap(argv: readonly string[], request?: object) {
  const input = request === undefined ? '' : JSON.stringify(request);
  const { status, stdout, stderr } = spawnSync(EXECUTABLE, argv, { env, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(stdout);
}
