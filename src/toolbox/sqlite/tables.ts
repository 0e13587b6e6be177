/** Tool `sqlite_tables`: tables and views of an SQLite file with their columns, indexes, foreign keys and row counts. */
import { flag, optionalInteger, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Database, jsonOf, withDatabase } from './database.ts';

type Row = readonly Json[];
type Listed = { readonly name: string; readonly type: string; readonly sql: string | null };

/** Arguments: `path`, `table`, `count_rows` (true), `definitions`, `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const options = { count: args.count_rows !== false, sql: flag(args, 'definitions') };
  return await withDatabase(text(args, 'path'), io.cwd, (database) => {
    const wanted = optionalText(args, 'table');
    const all = listTables(database);
    const name = wanted === undefined ? undefined : findTable(database, wanted);
    const chosen = name === undefined ? all : all.filter((table) => table.name === name);
    const shown = chosen.slice(0, optionalInteger(args, 'limit') ?? 200);
    return {
      file: database.file,
      size_bytes: database.sizeBytes,
      encoding: String(single(database, 'PRAGMA encoding')),
      user_version: Number(single(database, 'PRAGMA user_version')),
      total: chosen.length,
      truncated: shown.length < chosen.length,
      tables: shown.map((table) => describe(database, table, options)),
    };
  });
}

/** The table or view as the database spells it; upper and lower case are one, as SQLite has it. */
export function findTable(database: Database, wanted: string): string {
  const names = listTables(database).map(({ name }) => name);
  const found = names.includes(wanted) ? wanted : names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const some = names.slice(0, 20).join(', ');
  throw new ToolFailure(`there is no table ${wanted}; there is ${some === '' ? 'none at all' : some}`, 'not_found');
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What SQLite keeps for itself and the shadow tables of virtual ones are left out. */
function listTables(database: Database): Listed[] {
  const sql = `SELECT l.name, l.type, s.sql FROM pragma_table_list AS l
    LEFT JOIN main.sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
    WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
  const tables = read(database, sql).map(([name, type, create]) => ({
    name: String(name),
    type: String(type),
    sql: typeof create === 'string' ? create : null,
  }));
  return tables.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function describe(database: Database, table: Listed, options: { count: boolean; sql: boolean }): Json {
  const { name, type } = table;
  const described = {
    name,
    type,
    rows: null as Json,
    columns: [] as Json,
    indexes: [] as Json,
    foreign_keys: [] as Json,
    sql: options.sql ? table.sql : null,
  };
  // A view on a table that is gone, or a virtual table without its module, must not hide the others.
  try {
    described.columns = columnsOf(database, name);
    described.indexes = indexesOf(database, name);
    described.foreign_keys = foreignKeysOf(database, name);
    if (options.count) described.rows = single(database, `SELECT count(*) FROM main.${quoteName(name)}`);
  } catch (error) {
    return { ...described, error: error instanceof Error ? error.message : String(error) };
  }
  return described;
}

function columnsOf(database: Database, table: string): Json {
  const sql = `SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?, 'main') ORDER BY cid`;
  return read(database, sql, table)
    .filter(([, , , , , hidden]) => hidden !== 1)
    .map(([name = null, type = null, notNull, byDefault = null, key = null, hidden]) => ({
      name,
      type: type ?? '',
      not_null: notNull === 1,
      primary_key: key,
      default: byDefault,
      generated: hidden === 2 || hidden === 3,
    }));
}

function indexesOf(database: Database, table: string): Json {
  const indexes = read(database, `SELECT name, "unique" FROM pragma_index_list(?, 'main') ORDER BY name`, table);
  return indexes.map(([name = null, unique]) => ({
    name,
    unique: unique === 1,
    columns: read(database, `SELECT name FROM pragma_index_info(?, 'main') ORDER BY seqno`, String(name)).map(
      ([column = null]) => column,
    ),
  }));
}

function foreignKeysOf(database: Database, table: string): Json {
  const sql = `SELECT id, "table", "from", "to", on_delete, on_update
    FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq`;
  const keys = new Map<Json, { columns: Json[]; table: Json; to: Json[]; on_delete: Json; on_update: Json }>();
  for (const [id = null, to = null, from = null, column = null, onDelete = null, onUpdate = null] of read(
    database,
    sql,
    table,
  )) {
    const key = keys.get(id) ?? { columns: [], table: to, to: [], on_delete: onDelete, on_update: onUpdate };
    key.columns.push(from);
    key.to.push(column);
    keys.set(id, key);
  }
  return [...keys.values()];
}

function read(database: Database, sql: string, ...parameters: string[]): Row[] {
  return (database.prepare(sql).all(...parameters) as unknown as (readonly unknown[])[]).map((row) => row.map(jsonOf));
}

function single(database: Database, sql: string): Json {
  return read(database, sql)[0]?.[0] ?? null;
}
