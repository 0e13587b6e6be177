/** Tool `sqlite_query`: the rows of one reading statement on an SQLite file. */
import { optionalInteger, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { jsonOf, withDatabase } from './database.ts';
import { parametersOf, readRows } from './rows.ts';
import { requireReading } from './statement.ts';

/** Arguments: `path`, `sql`, `parameters`, `limit` of rows (100). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const sql = text(args, 'sql');
  const parameters = parametersOf(args);
  requireReading(sql);
  return await withDatabase(text(args, 'path'), io.cwd, (database) => {
    const rows: Json[] = [];
    const { columns, truncated } = readRows(
      database,
      { sql, parameters },
      optionalInteger(args, 'limit') ?? 100,
      (row) => rows.push(row.map(jsonOf)) > 0,
    );
    return { file: database.file, columns, rows, row_count: rows.length, truncated };
  });
}
