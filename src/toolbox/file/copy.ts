/** Tool `file_copy`: copies files and trees; nothing is replaced unless asked. */
import { flag, text, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { copyTree, makeParents, pairUp } from './transfer.ts';
import { Unreadable } from './walk.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const pairs = pairUp(textList(args, 'sources'), text(args, 'destination'), flag(args, 'overwrite'), io.cwd);
  const skipped = new Unreadable();
  const sums = { files: 0, bytes: 0 };
  const copied = pairs.map(({ path, from, to }) => {
    makeParents(to);
    copyTree(from, to, path, skipped, sums);
    return { from, to };
  });
  return { copied, ...sums, skipped: skipped.places, complete: skipped.count === 0 };
}
