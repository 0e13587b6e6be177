/** Tool `csv_head`: names of columns and first rows. */
import { integer, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { withCsv } from './csv-read.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const count = integer(args, 'rows');
  return withCsv(args, text(args, 'path'), io, ({ columns, delimiter, encoding, rows }) => {
    const shown: (readonly string[])[] = [];
    let truncated = false;
    for (const row of rows) {
      if (shown.length === count) {
        truncated = true;
        break;
      }
      shown.push(row);
    }
    return { columns, rows: shown, delimiter, encoding, truncated };
  });
}
