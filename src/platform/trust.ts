/**
 * Which catalogs somebody has said are to be believed: files of lines as sha256sum writes them, the organisation's and
 * the user's. It compares bytes and knows nothing of what a catalog says.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../snapshot/read.ts';
import type { ByteSource } from '../snapshot/source.ts';
import { below } from './paths.ts';
import { replaceWhole } from './private-file.ts';
import { fileSource } from './snapshot-source.ts';
import { configurationPlace } from './state-place.ts';
import { StateUnreadable } from './state-reading.ts';
import { readBounded } from './stdio.ts';

type Variables = { readonly [name: string]: string | undefined };

/** One catalog that is trusted: the SHA-256 of its file, and the rest of the line, which is for the eye. */
export type Trusted = { readonly level: 'user' | 'organisation'; readonly hash: string; readonly note: string };

const ORGANISATION_FILE = '/etc/cap/trusted-snapshots';
const USER_FILE = 'trusted-snapshots';
/** Thousands of lines: more than anybody has read. */
const LIST_BYTES = 1_048_576;
/** A snapshot is hashed piece by piece: it may be larger than we want in memory, and a small piece stays near the processor. */
const PIECE_BYTES = 65_536;
const LINE = /^([0-9a-f]{64})(?:[ \t]+[ *]?(.*))?$/;

/** Everything that is trusted here. Throws StateUnreadable for a list that is there and cannot be used: it is not empty. */
export function listTrusted(environment: Variables): Trusted[] {
  const own = userFile(environment);
  return [...linesOf('organisation', ORGANISATION_FILE), ...(own === undefined ? [] : linesOf('user', own.path))];
}

/** What is on a list that others may write to, or that cannot be read, is not trusted. */
export function isTrusted(source: ByteSource, environment: Variables): boolean {
  const own = userFile(environment);
  const organisation = linesOrNone('organisation', ORGANISATION_FILE);
  const trusted = own === undefined ? organisation : [...organisation, ...linesOrNone('user', own.path)];
  if (trusted.length === 0) return false;
  const hash = hashOf(source);
  return trusted.some((one) => one.hash === hash);
}

/** What a person has to know before they trust this file. */
export function examineSnapshot(path: string): { readonly hash: string; readonly snapshot: Snapshot } | Refusal {
  try {
    const source = fileSource(path);
    const snapshot = openSnapshot(source);
    return isRefusal(snapshot) ? snapshot : { hash: hashOf(source), snapshot };
  } catch (error) {
    return refuse('snapshot_missing', { received: `${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` });
  }
}

/** Adds a line to the user's list. */
export function keepTrust(hash: string, note: string, environment: Variables): Promise<Refusal | undefined> {
  return rewrite(environment, (lines) => [...lines, { hash, note }]);
}

/** Takes a catalog off the user's list. */
export function forgetTrust(hash: string, environment: Variables): Promise<Refusal | undefined> {
  return rewrite(environment, (lines) => lines.filter((line) => line.hash !== hash));
}

type Line = Pick<Trusted, 'hash' | 'note'>;

async function rewrite(environment: Variables, change: (lines: Line[]) => Line[]): Promise<Refusal | undefined> {
  const own = userFile(environment);
  if (own === undefined) return refuse('state_unavailable', { message: 'There is no place for it: HOME is not set.' });
  try {
    const lines = change(linesOf('user', own.path));
    await mkdir(own.directory, { recursive: true, mode: 0o700 });
    await replaceWhole(own.path, lines.map(({ hash, note }) => `${hash}  ${note}\n`).join(''));
    return undefined;
  } catch (error) {
    if (error instanceof StateUnreadable) return error.refusal;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return refuse('state_unavailable', { message: `${own.path} cannot be written (${code}).` });
  }
}

function userFile(environment: Variables): { readonly directory: string; readonly path: string } | undefined {
  const directory = configurationPlace(environment);
  return directory === undefined ? undefined : { directory, path: below(directory, USER_FILE) };
}

function linesOf(level: Trusted['level'], path: string): Trusted[] {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(file);
    const ours = facts.uid === 0 || (level === 'user' && facts.uid === process.getuid?.());
    if (!facts.isFile() || !ours || (facts.mode & 0o022) !== 0) throw unusable(path, 'others may write to it');
    const lines = new TextDecoder().decode(readBounded(file, LIST_BYTES)).split('\n');
    return lines.flatMap((line) => {
      const [, hash, note = ''] = LINE.exec(line) ?? [];
      return hash === undefined ? [] : [{ level, hash, note }];
    });
  } catch (error) {
    if (error instanceof StateUnreadable) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
    throw unusable(path, code);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function linesOrNone(level: Trusted['level'], path: string): Trusted[] {
  try {
    return linesOf(level, path);
  } catch {
    return [];
  }
}

function unusable(path: string, why: string): StateUnreadable {
  const wayOut = 'make it a file that this user may read and that nobody else may write, or take it away';
  return new StateUnreadable(`The list of trusted catalogs in ${path} cannot be used (${why}): ${wayOut}.`);
}

function hashOf(source: ByteSource): string {
  const hash = createHash('sha256');
  for (let at = 0; at < source.byteLength; at += PIECE_BYTES) {
    hash.update(source.read(at, Math.min(PIECE_BYTES, source.byteLength - at)));
  }
  return hash.digest('hex');
}
