/**
 * What an executable is, by its bytes: the hash of its content, remembered in <state>/executables as long as the file's
 * own marks say that nobody wrote to it. Hashing a hundred megabytes for each run would cost more than the run.
 */

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../canon/hash.ts';
import { marksOfFile } from '../capability/tool-pass.ts';
import type { Executable, Fingerprint } from '../run/ports.ts';
import { readPrivate, replaceWhole } from './private-file.ts';

const DIRECTORY = 'executables';
/** File marks have a grain: a file that was written a moment ago may be written again under the same marks. */
const SETTLED_MS = 2_000;
/** What this process has hashed, by the marks: before the first run there is no directory yet that could remember it. */
const hashed = new Map<string, string>();

/**
 * Device, file number, size and the two times that a write moves; the second one no program can choose. Undefined when
 * there is no such file.
 */
async function identityOf(realPath: string): Promise<string | undefined> {
  return (await marksOf(realPath))?.identity;
}

/** A link to the file, made by somebody else, moves one of its times without a byte being written. */
const ATTEMPTS = 3;

/** `state` is the state directory, used when it is there already and never made for this. */
export async function fingerprintOf(
  executable: Executable,
  state: string | undefined,
): Promise<Fingerprint | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seen = await marksOf(executable.realPath);
    if (seen === undefined) return undefined;
    const found = await fingerprintUnder(seen, executable.realPath, state);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether an executable is the one that was looked at: by its marks, and where a link has moved these, by its bytes. */
export async function isStill(executable: Executable, { identity, contentHash }: Fingerprint): Promise<boolean> {
  if ((await identityOf(executable.realPath)) === identity) return true;
  return (await fingerprintOf(executable, undefined))?.contentHash === contentHash;
}

type Marks = { readonly identity: string; readonly settled: boolean };

/** Undefined when the file was touched meanwhile. */
async function fingerprintUnder(
  { identity, settled }: Marks,
  realPath: string,
  state: string | undefined,
): Promise<Fingerprint | undefined> {
  const note = state === undefined ? undefined : join(state, DIRECTORY, sha256Hex(realPath));
  const known = note === undefined ? undefined : await remembered(note, identity);
  if (known !== undefined) return { identity, contentHash: known };
  // What may be started but not read has no content for us; its marks stand in.
  const contentHash =
    hashed.get(identity) ?? (await hashFile(realPath).catch(() => sha256Hex(`unreadable ${identity}`)));
  if ((await identityOf(realPath)) !== identity) return undefined;
  if (settled) hashed.set(identity, contentHash);
  if (state !== undefined && note !== undefined && settled) {
    await mkdir(join(state, DIRECTORY), { mode: 0o700 }).catch(() => {});
    await replaceWhole(note, `${identity} ${contentHash}\n`).catch(() => {});
  }
  return { identity, contentHash };
}

/** The same, and whether the file has been left alone long enough for its marks to be remembered by. */
export async function marksOf(realPath: string): Promise<Marks | undefined> {
  try {
    const facts = statSync(realPath, { bigint: true });
    const settled = Date.now() - Number(facts.ctimeNs / 1_000_000n) > SETTLED_MS;
    return { identity: marksOfFile(facts), settled };
  } catch {
    return undefined;
  }
}

async function remembered(note: string, identity: string): Promise<string | undefined> {
  const text = await readPrivate(note).catch(() => undefined);
  const [known, hash = ''] = text?.toString('utf8').trim().split(' ') ?? [];
  return known === identity && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
