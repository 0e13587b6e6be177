/** Tool `text_columns_extract`: some columns of each line, split at blanks or at a text. Quotes mean nothing here. */
import { integer, optionalText, text } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { encodingOfFile, readLines } from './lines.ts';

/** Characters of one column that are shown. */
const SHOWN = 4000;

export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const columns = columnsOf(args);
  const separator = optionalText(args, 'separator');
  const skip = integer(args, 'skip');
  const containing = optionalText(args, 'contains');
  const limit = integer(args, 'limit');
  return withFile(path, io.cwd, (file) => {
    const rows: (string | null)[][] = [];
    let [number, total, shortLines] = [0, 0, 0];
    for (const line of readLines(file, encodingOfFile(file, path, undefined))) {
      number += 1;
      if (number <= skip || line.text.trim() === '') continue;
      if (containing !== undefined && !line.text.includes(containing)) continue;
      const fields = separator === undefined ? line.text.trim().split(/[ \t]+/) : line.text.split(separator);
      const row = columns.map(
        (column) =>
          fields
            .at(column > 0 ? column - 1 : column)
            ?.slice(0, SHOWN)
            .toWellFormed() ?? null,
      );
      total += 1;
      if (row.includes(null)) shortLines += 1;
      if (rows.length < limit) rows.push(row);
    }
    return { rows, total, short_lines: shortLines, truncated: total > rows.length };
  });
}

function columnsOf(args: JsonObject): number[] {
  const columns = args.columns;
  const isFine = (one: Json): one is number => Number.isInteger(one) && one !== 0;
  if (Array.isArray(columns) && columns.length > 0 && columns.every(isFine)) return columns as number[];
  throw new ToolFailure('argument "columns" must be a list of numbers from 1, or -1 for the last', 'invalid_arguments');
}
