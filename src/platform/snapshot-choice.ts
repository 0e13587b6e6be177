/**
 * Chooses the snapshot of a process: --snapshot, else CAP_SNAPSHOT, else the nearest project file, else the default
 * catalog. Knows where snapshots are named, not what is in them.
 */
import { parseStrictJson } from '../contract/strict-json.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../snapshot/read.ts';
import type { ByteSource } from '../snapshot/source.ts';
import { isThere } from './is-there.ts';
import { below, isAbsolutePath, parentOf, workingDirectory } from './paths.ts';
import { readRegularText } from './regular-file.ts';
import { defaultSource, fileSource } from './snapshot-source.ts';

/** `{"snapshot": "FILE"}`, the path relative to the file; looked for in the working directory and every one above it. */
const PROJECT_FILE = '.cap.json';
/** A path and its braces, with room. */
const PROJECT_FILE_BYTES = 16_384;
/** Two catalogs are compared piece by piece, so that neither is ever in memory as a whole. */
const COMPARED_BYTES = 1_048_576;

/** A snapshot, and the bytes it was opened over; `inside`: nobody named one, so it is the default catalog. */
export type Chosen = { readonly snapshot: Snapshot; readonly source: ByteSource; readonly inside: boolean };

/** Opens the chosen snapshot. One that was named and cannot be used is refused, never replaced by another. */
export function chooseSnapshot(flag: string | undefined, variable: string | undefined): Chosen | Refusal {
  const named = namedSnapshot(flag, variable);
  if (isRefusal(named)) return named;
  try {
    const source = named === undefined ? defaultSource() : fileSource(named);
    const snapshot = openSnapshot(source);
    return isRefusal(snapshot) ? snapshot : { snapshot, source, inside: named === undefined };
  } catch (error) {
    return refuse('snapshot_missing', { received: `${named ?? 'the default catalog'} (${codeOf(error)})` });
  }
}

/** The file that is named; undefined: none is, so it is the default catalog. */
export function namedSnapshot(flag: string | undefined, variable: string | undefined): string | undefined | Refusal {
  return flag ?? (variable === '' ? undefined : variable) ?? projectSnapshot();
}

/** Whether these are the default catalog's own bytes. What a header says of itself is no proof: anybody can write one. */
export function isDefault(source: ByteSource): boolean {
  const own = defaultSource();
  if (own.byteLength !== source.byteLength) return false;
  for (let at = 0; at < own.byteLength; at += COMPARED_BYTES) {
    const length = Math.min(COMPARED_BYTES, own.byteLength - at);
    if (Buffer.compare(own.read(at, length), source.read(at, length)) !== 0) return false;
  }
  return true;
}

/** The default catalog, whatever else is chosen. */
export function openDefault(): Snapshot | Refusal {
  try {
    return openSnapshot(defaultSource());
  } catch (error) {
    return refuse('snapshot_missing', { received: `the default catalog (${codeOf(error)})` });
  }
}

function projectSnapshot(): string | undefined | Refusal {
  for (let directory = workingDirectory(); directory !== undefined; directory = parentOf(directory)) {
    const path = below(directory, PROJECT_FILE);
    // Below a directory that may not be entered nothing is: what somebody else keeps there must not stop every call.
    if (isThere(path) === true) {
      const file = snapshotNamedIn(path);
      return typeof file !== 'string' || isAbsolutePath(file) ? file : below(directory, file);
    }
  }
  return undefined;
}

/** One that was named and cannot be read or understood is never passed over for another catalog. */
function snapshotNamedIn(path: string): string | Refusal {
  const example = '{"snapshot":"my.snapshot"}';
  try {
    const file = snapshotOf(readRegularText(path, PROJECT_FILE_BYTES));
    return file ?? refuse('usage', { message: 'The project file is not understood.', received: path, example });
  } catch (error) {
    const why = `The project file cannot be read (${codeOf(error)})`;
    const message = `${why}: make it a small file that this user may read, or take it away.`;
    return refuse('usage', { message, received: path, example });
  }
}

/** As strict as a request: of two values of one key nobody could tell which is meant. */
function snapshotOf(text: string): string | undefined {
  const parsed = parseStrictJson(new TextEncoder().encode(text));
  if (isRefusal(parsed) || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const { snapshot, ...rest } = parsed.value as { snapshot?: unknown };
  return typeof snapshot === 'string' && snapshot !== '' && Object.keys(rest).length === 0 ? snapshot : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
