/** Setup of the tests that drive dist/cap: builds it first when it is missing or older than the sources. */
import { spawnSync } from 'node:child_process';
import { baseNodePath } from './base-node.ts';
import { isFresh } from './inputs.ts';
import { ROOT } from './root.ts';

/** Called by vitest once before the first of those tests. */
export function setup(): void {
  if (isFresh()) return;
  const result = spawnSync(baseNodePath(), ['scripts/build.ts'], { cwd: ROOT, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`the build failed:\n${result.stdout}\n${result.stderr}`);
}
