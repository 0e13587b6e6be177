/**
 * One SQL statement that only reads: what it may begin with and that nothing follows it. It knows no database; the
 * connection itself is read-only as well, so this guard is there for a clear answer before anything is opened.
 */
import { ToolFailure } from '../tool.ts';

const BEGINNINGS = ['SELECT', 'WITH', 'VALUES', 'EXPLAIN', 'PRAGMA'];

/** A PRAGMA that answers and changes nothing, and whether what stands in its parentheses is only a question. */
const READING_PRAGMAS: ReadonlyMap<string, boolean> = new Map([
  ['table_info', true],
  ['table_xinfo', true],
  ['table_list', true],
  ['index_list', true],
  ['index_info', true],
  ['index_xinfo', true],
  ['foreign_key_list', true],
  ['foreign_key_check', true],
  ['integrity_check', true],
  ['quick_check', true],
  ['database_list', false],
  ['collation_list', false],
  ['function_list', false],
  ['compile_options', false],
  ['encoding', false],
  ['journal_mode', false],
  ['auto_vacuum', false],
  ['page_count', false],
  ['page_size', false],
  ['freelist_count', false],
  ['data_version', false],
  ['schema_version', false],
  ['user_version', false],
  ['application_id', false],
]);

/** Whether `PRAGMA name` (with `value` behind "=" or in parentheses, if any) only reads. */
export function isReadingPragma(name: string, value: string | null): boolean {
  const takesValue = READING_PRAGMAS.get(name.toLowerCase());
  return takesValue !== undefined && (value === null || takesValue);
}

/** Throws ToolFailure invalid_arguments unless `sql` is exactly one statement of a kind that reads. */
export function requireReading(sql: string): void {
  const words = significant(sql);
  const [first] = words;
  if (first === undefined) throw new ToolFailure('the SQL holds no statement', 'invalid_arguments');
  const end = words.indexOf(';');
  if (end >= 0 && words.slice(end).some((word) => word !== ';')) {
    throw new ToolFailure('the SQL holds more than one statement; give one at a time', 'invalid_arguments');
  }
  if (!BEGINNINGS.includes(first.toUpperCase())) {
    const said = `only reading statements are run (${BEGINNINGS.join(', ')}); this one begins with ${first.slice(0, 40)}`;
    throw new ToolFailure(said, 'invalid_arguments');
  }
}

/** A string or a quoted name, a comment, a word, a semicolon: enough to see where a statement ends. */
const TOKEN =
  /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[\p{L}\p{N}_$]+|\S/gu;

function significant(sql: string): string[] {
  const tokens = sql.match(TOKEN) ?? [];
  return tokens.filter((token) => !token.startsWith('--') && !token.startsWith('/*') && token !== '\ufeff');
}
