/** Tool `csv_to_json`: rows as objects. */
import { integer, oneOf, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { withCsv } from './csv-read.ts';
import { fieldType } from './csv-values.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const infers = oneOf(args, 'types', ['text', 'infer'], 'text') === 'infer';
  const [skip, limit] = [integer(args, 'skip'), integer(args, 'limit')];
  return withCsv(args, text(args, 'path'), io, ({ columns, rows }) => {
    const shown: JsonObject[] = [];
    let [total, ragged] = [0, 0];
    for (const row of rows) {
      total += 1;
      if (row.length !== columns.length) ragged += 1;
      if (total <= skip || shown.length >= limit) continue;
      const width = Math.max(columns.length, row.length);
      const entries = Array.from({ length: width }, (_, i): [string, Json] => {
        const field = row[i];
        return [columns[i] ?? `column_${i + 1}`, field === undefined ? null : infers ? typedValue(field) : field];
      });
      shown.push(Object.fromEntries(entries));
    }
    return { columns, rows: shown, total, ragged_rows: ragged, truncated: total > skip + shown.length };
  });
}

function typedValue(field: string): Json {
  const type = fieldType(field);
  if (type === 'empty') return null;
  if (type === 'integer' || type === 'number') return Number(field.trim());
  return type === 'boolean' ? field.trim().toLowerCase() === 'true' : field;
}
