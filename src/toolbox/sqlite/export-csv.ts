/** Tool `sqlite_export_csv`: a table or the result of a reading statement as CSV text. */
import { oneOf, optionalInteger, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Database, withDatabase } from './database.ts';
import { parametersOf, readRows } from './rows.ts';
import { findTable, quoteName } from './tables.ts';

/** Characters of CSV in one answer: what a caller can still take in as one JSON document. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Arguments: `path`, `table` or `sql`, `parameters`, `delimiter`, `header` (true), `null_text`, `limit` (100000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const delimiter = DELIMITERS[oneOf(args, 'delimiter', ['comma', 'semicolon', 'tab'], 'comma')];
  const nullText = optionalText(args, 'null_text') ?? '';
  const parameters = parametersOf(args);
  const lineOf = (row: readonly unknown[]): string =>
    `${row.map((value) => fieldOf(value, delimiter, nullText)).join(delimiter)}\n`;
  return await withDatabase(text(args, 'path'), io.cwd, (database) => {
    const lines: string[] = [];
    let left = MAX_CHARACTERS;
    const sql = chooseStatement(database, args);
    const limit = optionalInteger(args, 'limit') ?? 100_000;
    const { columns, truncated } = readRows(database, { sql, parameters }, limit, (row) => {
      const line = lineOf(row);
      left -= line.length;
      return left >= 0 && lines.push(line) > 0;
    });
    const header = args.header === false ? '' : lineOf(columns);
    const csv = header + lines.join('');
    return { file: database.file, columns, row_count: lines.length, truncated, csv: csv.toWellFormed() };
  });
}

function chooseStatement(database: Database, args: JsonObject): string {
  const table = optionalText(args, 'table');
  const sql = optionalText(args, 'sql');
  if ((table === undefined) === (sql === undefined)) {
    throw new ToolFailure('give either "table" or "sql", and not both', 'invalid_arguments');
  }
  if (sql !== undefined) return sql;
  if (args.parameters !== undefined) throw new ToolFailure('"parameters" need "sql"', 'invalid_arguments');
  return `SELECT * FROM main.${quoteName(findTable(database, table ?? ''))}`;
}

/** Quoted as RFC 4180 has it; a text that could be taken for NULL or for nothing is quoted too. */
function fieldOf(value: unknown, delimiter: string, nullText: string): string {
  if (value === null) return nullText;
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  const said = String(value);
  const needsQuotes = said === nullText || said.includes(delimiter) || /["\r\n]|^\s|\s$/.test(said);
  return needsQuotes ? `"${said.replaceAll('"', '""')}"` : said;
}
