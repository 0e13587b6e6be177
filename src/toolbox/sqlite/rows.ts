/** Runs one reading statement with its placeholders filled in, row by row up to a limit. */
import type { SQLInputValue } from 'node:sqlite';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';
import type { Database } from './database.ts';
import { requireReading } from './statement.ts';

export type Rows = { readonly columns: string[]; readonly truncated: boolean };

/** Hands each row to `take` until `limit` rows or until it answers false; `truncated` when there were more. */
export function readRows(
  database: Database,
  statement: { readonly sql: string; readonly parameters: readonly SQLInputValue[] },
  limit: number,
  take: (row: readonly unknown[]) => boolean,
): Rows {
  requireReading(statement.sql);
  const prepared = database.prepare(statement.sql);
  const columns = prepared.columns().map(({ name }) => name ?? '');
  let count = 0;
  for (const row of prepared.iterate(...statement.parameters) as Iterable<unknown>) {
    if (count === limit || !take(row as readonly unknown[])) return { columns, truncated: true };
    count += 1;
  }
  return { columns, truncated: false };
}

/** The argument `parameters`: whole numbers are bound as integers, true and false as 1 and 0. */
export function parametersOf(args: JsonObject): SQLInputValue[] {
  const given = args.parameters ?? [];
  if (!Array.isArray(given)) throw new ToolFailure('argument "parameters" must be a list', 'invalid_arguments');
  return (given as readonly Json[]).map((value) => {
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value === 'string' || value === null) return value;
    throw new ToolFailure('a parameter must be a string, a number, true, false or null', 'invalid_arguments');
  });
}
