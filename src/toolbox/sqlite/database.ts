/**
 * An SQLite file opened so that nothing can be written, by node:sqlite: a read-only connection, an authorizer that lets
 * through what reads, no extensions. Shared by the sqlite tools; it knows none of them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { readAt, withFile } from '../source-file.ts';
import { type Json, ToolFailure } from '../tool.ts';
import { isReadingPragma } from './statement.ts';

export type Database = {
  readonly file: string;
  readonly sizeBytes: number;
  /** Prepared so that integers come exact and rows as lists. */
  prepare(sql: string): StatementSync;
};

/** Milliseconds that a lock of a writer is waited for. */
const BUSY_MS = 5000;
/** Bytes at the start of a file that say whether it is a database and how it is journalled. */
const HEADER_BYTES = 20;
const MAGIC = 'SQLite format 3\0';
/** Bytes of a BLOB that are shown. */
const BLOB_SHOWN_BYTES = 32;

/** Opens `path`, calls `use`, closes. Errors of SQLite come as ToolFailure in its own words. */
export async function withDatabase<T>(path: string, cwd: string, use: (database: Database) => T): Promise<T> {
  const file = resolve(cwd, path);
  const header = readHeader(file, path, cwd);
  const sqlite = await import('node:sqlite').catch(() => {
    throw new ToolFailure('this Node.js has no SQLite inside; 22.16 or later has', 'not_installed');
  });
  const open = (location: string | URL): DatabaseSync =>
    new sqlite.DatabaseSync(location, { readOnly: true, timeout: BUSY_MS, allowExtension: false });
  let connection: DatabaseSync | undefined;
  try {
    connection = open(header.alone ? immutable(file) : file);
    // Node before 24.10 has no authorizer; the read-only connection and the guard of the statement hold there alone.
    if (typeof connection.setAuthorizer === 'function') connection.setAuthorizer(authorize(sqlite.constants));
    const opened = connection;
    return use({
      file,
      sizeBytes: header.sizeBytes,
      prepare: (sql) => {
        const statement = opened.prepare(sql);
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        return statement;
      },
    });
  } catch (error) {
    throw failureOfSqlite(error, path);
  } finally {
    connection?.close();
  }
}

type Header = { readonly sizeBytes: number; readonly alone: boolean };

/**
 * `alone`: the database is in WAL mode and no other connection has it open (there would be a -wal beside it). Opened in
 * the usual way it would get a -wal and a -shm that a reader cannot remove; opened as immutable it stays as it is.
 */
function readHeader(file: string, path: string, cwd: string): Header {
  return withFile(path, cwd, (descriptor, sizeBytes) => {
    const bytes = readAt(descriptor, 0, HEADER_BYTES);
    if (bytes.length > 0 && bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw new ToolFailure(`${path} is not an SQLite database (or it is encrypted)`, 'not_supported');
    }
    const isWal = bytes[18] === 2 && bytes[19] === 2;
    return { sizeBytes, alone: isWal && !existsSync(`${file}-wal`) };
  });
}

function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

type Constants = typeof import('node:sqlite').constants;

/** What a reading statement asks for; everything else (INSERT, ATTACH, a changing PRAGMA …) is denied. */
function authorize(constants: Constants): (action: number, first: string | null, second: string | null) => number {
  const reading: readonly number[] = [
    constants.SQLITE_SELECT,
    constants.SQLITE_READ,
    constants.SQLITE_RECURSIVE,
    constants.SQLITE_FUNCTION,
  ];
  return (action, first, second) => {
    const allowed =
      action === constants.SQLITE_PRAGMA
        ? isReadingPragma(first ?? '', second)
        : reading.includes(action) && !(action === constants.SQLITE_FUNCTION && second === 'load_extension');
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  };
}

/** Result codes of SQLite that deserve other words than its own. */
const SQLITE_READONLY = 8;
const SQLITE_AUTH = 23;

function failureOfSqlite(error: unknown, path: string): unknown {
  if (error instanceof ToolFailure || !(error instanceof Error)) return error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR') return error;
  // The extended code carries the plain one in its low byte.
  const plain = typeof errcode === 'number' ? errcode & 0xff : undefined;
  if (plain === SQLITE_AUTH || plain === SQLITE_READONLY) {
    return new ToolFailure(`refused: the statement does more than read (${error.message})`, 'invalid_arguments');
  }
  return new ToolFailure(`${path}: ${error.message}`, 'failed');
}

/** A value as JSON: integers exact (digits as text beyond 2^53), a BLOB as its size and first bytes. */
export function jsonOf(value: unknown): Json {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) {
    const shown = Buffer.from(value.subarray(0, BLOB_SHOWN_BYTES)).toString('hex');
    return { blob_bytes: value.length, hex: shown, ...(value.length > BLOB_SHOWN_BYTES ? { cut: true } : {}) };
  }
  return typeof value === 'string' ? value.toWellFormed() : null;
}
