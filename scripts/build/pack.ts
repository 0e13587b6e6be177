/** Packs the scripts and the default snapshot into one executable with the single-executable form of @yao-pkg/pkg. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import seaModule from '@yao-pkg/pkg/lib-es5/sea.js';
import { ASSETS } from '../../src/platform/embedded.ts';
import type { BaseNode } from './base-node.ts';
import { bundlePath } from './bundle.ts';
import { codeCachePath } from './code-cache.ts';
import { EXECUTABLE, WORK } from './root.ts';
import { V8_OPTIONS } from './v8-options.ts';

type PackSea = (
  entry: string,
  options: {
    nodePath: string;
    signature: boolean;
    targets: { nodeRange: string; platform: string; arch: string; output: string }[];
    seaConfig: Record<string, unknown>;
  },
) => Promise<void>;

/**
 * Options of node that every start of the executable has: one worker for V8's background work instead of four, none that
 * waits for a debugger's signal, globals that nothing here uses are not set up, and the memory of WebAssembly is no
 * reservation of 8 GB with a signal handler behind it. Together a tenth of a bare start. And no configuration of OpenSSL
 * is read: the one that OPENSSL_CONF names could load a library into us, and the system's has nothing for node.
 */
const EXEC_ARGV = [
  ...V8_OPTIONS,
  '--v8-pool-size=1',
  '--disable-sigusr1',
  '--openssl-config=/dev/null',
  '--disable-wasm-trap-handler',
  '--no-experimental-websocket',
  '--no-experimental-global-navigator',
  '--no-experimental-detect-module',
  '--no-experimental-require-module',
];

/** Writes dist/cap. The old one is replaced at once, so a running build never leaves half a file under the name. */
export async function pack(base: BaseNode, snapshotPath: string): Promise<void> {
  const output = join(WORK, 'cap.new');
  await inject(base, snapshotPath, output);
  const missing = missingToAlign(output);
  if (missing > 0) {
    appendFileSync(bundlePath('start'), '\n'.repeat(missing));
    await inject(base, snapshotPath, output);
    if (missingToAlign(output) > 0) throw new Error('the code cache of the hot script is not where it should be');
  }
  const settled = `${EXECUTABLE}.new`;
  writeInPieces(readFileSync(output), settled);
  rmSync(output);
  renameSync(settled, EXECUTABLE);
}

/** V8 takes a code cache where it lies if its address is a multiple of this, and copies it otherwise: 60 pages, 0.15 ms. */
const CODE_ALIGNMENT = 8;

/**
 * How many bytes the hot script's code cache must move on. All assets stand behind the start script in one piece, which is
 * mapped by whole pages, so a longer script moves them.
 */
function missingToAlign(executable: string): number {
  const at = readFileSync(executable).indexOf(readFileSync(codeCachePath('main')));
  if (at < 0) throw new Error('the code cache of the hot script is not in the executable');
  return (CODE_ALIGNMENT - (at % CODE_ALIGNMENT)) % CODE_ALIGNMENT;
}

async function inject(base: BaseNode, snapshotPath: string, output: string): Promise<void> {
  // The command line and the classic mode of pkg fetch their base binaries from elsewhere; this entry takes ours.
  const packSea = (seaModule as unknown as { default: PackSea }).default;
  rmSync(output, { force: true });
  await packSea(bundlePath('start'), {
    nodePath: strippedBase(base),
    signature: false,
    targets: [{ nodeRange: `node${base.version.split('.')[0]}`, platform: base.platform, arch: base.arch, output }],
    seaConfig: {
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      // Node would make it without our options of V8, and complain of it at each start. Compiling the start script costs less.
      useCodeCache: false,
      // NODE_OPTIONS must not reach into the executable.
      execArgvExtension: 'none',
      execArgv: EXEC_ARGV,
      assets: {
        [ASSETS.defaultSnapshot]: snapshotPath,
        [ASSETS.mainScript]: bundlePath('main'),
        [ASSETS.mainCode]: codeCachePath('main'),
        [ASSETS.refusalsScript]: bundlePath('refusals'),
        [ASSETS.refusalsCode]: codeCachePath('refusals'),
        [ASSETS.browseScript]: bundlePath('browse'),
        [ASSETS.browseCode]: codeCachePath('browse'),
        [ASSETS.coldScript]: bundlePath('cold'),
        [ASSETS.coldCode]: codeCachePath('cold'),
        [ASSETS.toolsScript]: bundlePath('tools'),
        [ASSETS.toolsCode]: codeCachePath('tools'),
      },
    },
  });
}

/**
 * Linux keeps a written file in its cache in pieces as large as the writes were, and a start maps whole pieces. Measured
 * on the cold start against `node -e 0` of 43 MB: one write (what the injection does) 0.90 × time and 65 to 79 MB,
 * 256 KiB 0.89 × and 56 MB, 128 KiB 0.91 × and 48 MB, single pages (what a copy gives) 0.96 × and 42 MB.
 */
const PIECE_BYTES = 262_144;

function writeInPieces(bytes: Uint8Array, path: string): void {
  rmSync(path, { force: true });
  const fd = openSync(path, 'w', 0o755);
  for (let offset = 0; offset < bytes.byteLength; ) {
    offset += writeSync(fd, bytes, offset, Math.min(PIECE_BYTES, bytes.byteLength - offset));
  }
  fchmodSync(fd, 0o755);
  closeSync(fd);
}

/** The base binary without symbols: 117 MB instead of 135. Only before the injection; afterwards it would not start. */
function strippedBase(base: BaseNode): string {
  const stripped = join(WORK, `node-${base.version}-${base.platform}-${base.arch}`);
  if (existsSync(stripped)) return stripped;
  const half = `${stripped}.new`;
  copyFileSync(base.path, half);
  const result = spawnSync('strip', [half], { encoding: 'utf8' });
  if (result.error !== undefined) process.stderr.write('strip is not installed: the executable stays 18 MB larger\n');
  else if (result.status !== 0) throw new Error(`strip failed: ${result.stderr}`);
  renameSync(half, stripped);
  return stripped;
}
