/** Tool `file_move`: moves or renames; nothing is replaced unless asked. */
import { flag, text, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { refuseProtected } from './protected.ts';
import { makeParents, moveTree, pairUp } from './transfer.ts';
import { Unreadable } from './walk.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const pairs = pairUp(textList(args, 'sources'), text(args, 'destination'), flag(args, 'overwrite'), io.cwd);
  for (const { path, from } of pairs) refuseProtected(path, from, io.cwd, 'move');
  const skipped = new Unreadable();
  const moved = pairs.flatMap(({ path, from, to }) => {
    try {
      makeParents(to);
      moveTree(from, to, path);
      return [{ from, to }];
    } catch (error) {
      // One alone failed: that is the answer. Of several, the others have moved and are told.
      if (pairs.length === 1) throw error;
      skipped.add(path, (error as Error).message);
      return [];
    }
  });
  return { moved, skipped: skipped.places, complete: skipped.count === 0 };
}
