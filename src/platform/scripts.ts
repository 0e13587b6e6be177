/**
 * Scripts of the catalog as files: <state>/scripts/<sha256>/<name>, 0500, in a directory that nobody else may enter. The
 * text comes from the snapshot each time; the file is only believed after its bytes were hashed again.
 */
import { chmod, lstat, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../canon/hash.ts';
import type { ScriptFile } from '../run/ports.ts';
import { readPrivate, replaceWhole } from './private-file.ts';
import { locateState, openState, type StateUnavailable } from './state-directory.ts';
import { namesInState, readableState } from './state-reading.ts';

type Host = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
};

const DIRECTORY = 'scripts';
const HASH = /^[0-9a-f]{64}$/;

/** Where the script is run from; nothing is made. */
export function scriptPlace(
  sha256: string,
  file: string,
  host: Host,
): { readonly kind: 'place'; readonly path: string } | StateUnavailable {
  const state = locateState(host.environment, host.platform);
  return state.kind === 'unavailable' ? state : { kind: 'place', path: join(state.path, DIRECTORY, sha256, file) };
}

/** Puts the script there, or finds it there unchanged. In words what went wrong; undefined when it may be run. */
export async function placeScript({ path, text, sha256 }: ScriptFile, host: Host): Promise<string | undefined> {
  if (sha256Hex(text) !== sha256) return 'the script is not the one that was compiled';
  const state = await openState(host.environment, host.platform, DIRECTORY, sha256);
  if (state.kind === 'unavailable') return state.message;
  if (await isScript(path, sha256)) {
    // What was used now is not what goes by its age.
    const now = new Date();
    await utimes(state.path, now, now).catch(() => {});
    return undefined;
  }
  try {
    await mkdir(state.path, { mode: 0o700 }).catch(() => {});
    await rm(path, { force: true, recursive: true });
    await replaceWhole(path, text);
    await chmod(path, 0o500);
  } catch (error) {
    return `the script cannot be placed in ${state.path} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  return (await isScript(path, sha256)) ? undefined : `${path} is not what was written there`;
}

/** Removes the scripts that were placed or used last before this time, in milliseconds; they are placed again when needed. */
export async function pruneScripts(before: number, host: Host): Promise<number> {
  const home = await readableState(host, DIRECTORY);
  let removed = 0;
  for (const name of (await namesInState(home)).filter((one) => HASH.test(one))) {
    const facts = await lstat(join(home, name)).catch(() => undefined);
    if (facts === undefined || !facts.isDirectory() || facts.mtimeMs >= before) continue;
    await rm(join(home, name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isScript(path: string, sha256: string): Promise<boolean> {
  const bytes = await readPrivate(path).catch(() => undefined);
  return bytes !== undefined && sha256Hex(bytes) === sha256;
}
