/** Tool `file_head`: the first lines of a text file. */
import { integer, optionalText, text } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import { encodingOfFile, readLines } from '../text/lines.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';

/** Characters of one line that are shown. */
export const SHOWN_OF_LINE = 4000;

export function run(args: JsonObject, io: ToolIo): Json {
  const path = text(args, 'path');
  const count = integer(args, 'lines');
  return withFile(path, io.cwd, (file, size) => {
    const encoding = encodingOfFile(file, path, optionalText(args, 'encoding'));
    const lines: string[] = [];
    let cutLines = 0;
    let truncated = false;
    for (const line of readLines(file, encoding)) {
      if (lines.length === count) {
        truncated = true;
        break;
      }
      if (line.cut || line.text.length > SHOWN_OF_LINE) cutLines += 1;
      lines.push(line.text.slice(0, SHOWN_OF_LINE).toWellFormed());
    }
    return { path, size, encoding, lines, truncated, cut_lines: cutLines };
  });
}
