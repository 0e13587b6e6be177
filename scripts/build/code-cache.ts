/**
 * Makes the code caches of the scripts that load on demand. Runs as a child under the base node, because V8 accepts a
 * cache from its own version only; the cache is taken AFTER a warm run, so that it holds the functions that run, not just their names.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileScript, runScript } from '../../src/platform/cold.ts';
import { ASSETS } from '../../src/platform/embedded.ts';
import type { BaseNode } from './base-node.ts';
import { bundlePath } from './bundle.ts';
import { WORK } from './root.ts';
import { WARM_UPS } from './warm-up.ts';

/** The scripts with a cache: the bundle's name and the name its script runs under, which the cache is bound to. */
const CACHED = [
  { bundle: 'main', asset: ASSETS.mainScript },
  { bundle: 'refusals', asset: ASSETS.refusalsScript },
  { bundle: 'browse', asset: ASSETS.browseScript },
  { bundle: 'cold', asset: ASSETS.coldScript },
  { bundle: 'tools', asset: ASSETS.toolsScript },
] as const;

type CachedBundle = (typeof CACHED)[number]['bundle'];

export function codeCachePath(bundle: CachedBundle): string {
  return join(WORK, `${bundle}.code`);
}

/** Writes the caches of all scripts. */
export function writeCodeCaches(base: BaseNode, snapshotPath: string): void {
  for (const { bundle } of CACHED) {
    const child = spawnSync(base.path, [fileURLToPath(import.meta.url), bundle, snapshotPath], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(`the warm run of ${bundle} failed:\n${child.stderr}`);
  }
}

async function makeCache(bundle: string, snapshotPath: string): Promise<void> {
  const entry = CACHED.find((candidate) => candidate.bundle === bundle);
  if (entry === undefined) throw new Error(`no script ${bundle}`);
  const script = compileScript(readFileSync(bundlePath(entry.bundle), 'latin1'), entry.asset, undefined);
  const start = () => runScript(script, (name) => process.getBuiltinModule(name));
  await WARM_UPS[entry.bundle](start, snapshotPath);
  writeFileSync(codeCachePath(entry.bundle), script.createCachedData());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeCache(process.argv[2] ?? '', process.argv[3] ?? '');
