/**
 * Makes the code caches of the scripts that load on demand. Runs as a child under the base node, because V8 accepts a
 * cache from its own version only; the cache is taken AFTER a warm run, so that it holds the functions that run, not just their names.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { compileScript, runScript } from '../../src/platform/cold.ts';
import { ASSETS, type AssetName } from '../../src/platform/embedded.ts';
import type { BaseNode } from './base-node.ts';
import { bundlePath } from './bundle.ts';
import { WORK } from './root.ts';
import { V8_OPTIONS } from './v8-options.ts';
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
  // Nothing that the user of this machine has set may decide what runs.
  const home = mkdtempSync(join(tmpdir(), 'cap-build-'));
  const env = { PATH: process.env.PATH, HOME: home };
  try {
    for (const { bundle } of CACHED) {
      const argv = [...V8_OPTIONS, fileURLToPath(import.meta.url), bundle, snapshotPath, home];
      const child = spawnSync(base.path, argv, { encoding: 'utf8', env });
      if (child.status !== 0) throw new Error(`the warm run of ${bundle} failed:\n${child.stderr}`);
    }
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function makeCache(bundle: string, snapshotPath: string, scratch: string): Promise<void> {
  const entry = CACHED.find((candidate) => candidate.bundle === bundle);
  if (entry === undefined) throw new Error(`no script ${bundle}`);
  const script = compileScript(readFileSync(bundlePath(entry.bundle), 'latin1'), entry.asset, undefined);
  const sea = executableOf(snapshotPath);
  const start = () => runScript(script, (name) => (name === 'node:sea' ? sea : process.getBuiltinModule(name)));
  // Else code that has not run for a while is thrown away in the middle of it. Turned back, as the cache is bound to the options.
  setFlagsFromString('--no-flush-bytecode');
  await WARM_UPS[entry.bundle](start, { scratch, snapshotPath });
  setFlagsFromString('--flush-bytecode');
  writeFileSync(codeCachePath(entry.bundle), script.createCachedData());
}

/** What the script finds inside the executable, so that it goes the same ways as there. */
function executableOf(snapshotPath: string) {
  return {
    isSea: () => true,
    getRawAsset(name: AssetName): ArrayBuffer {
      const bytes = readFileSync(name === ASSETS.defaultSnapshot ? snapshotPath : join(WORK, name));
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await makeCache(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ?? '');
}
