/** cap killed at random moments of a write: nothing is lost, done twice or left running. The script does a thousand. */
import { expect, it } from 'vitest';
import { killAtRandom } from '../../scripts/bench/kills.ts';
import { EXECUTABLE, emptyDirectory } from './executable.ts';

const MOMENTS = 20;

it(`${MOMENTS} random moments of SIGKILL leave records that hold and no process`, { timeout: 300_000 }, async () => {
  const { died, faults } = await killAtRandom(EXECUTABLE, emptyDirectory('cap-kills-'), MOMENTS, 3);
  expect(faults).toEqual([]);
  // Not all before anything was begun, nor all after it was over: else the test tests nothing.
  expect(Object.keys(died).length).toBeGreaterThan(1);
});
