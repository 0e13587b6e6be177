/** The files that a text tool works on: files named, and those below directories named. It reads none of them. */
import { flag, textList } from '../arguments.ts';
import { anyName } from '../file/pattern.ts';
import { existing, type Unreadable, walk } from '../file/walk.ts';
import type { JsonObject, ToolIo } from '../tool.ts';

export type TextFile = { readonly path: string; readonly absolute: string };

/** From the arguments `paths`, `include`, `exclude` and `hidden`. A file named outright counts whatever its name; each file comes once. */
export function* textFiles(args: JsonObject, io: ToolIo, unreadable: Unreadable): Generator<TextFile> {
  const fits = anyName(textList(args, 'include'));
  const options = { exclude: new Set(textList(args, 'exclude')), hidden: flag(args, 'hidden') };
  const seen = new Set<string>();
  const isNew = (absolute: string): boolean => !seen.has(absolute) && seen.add(absolute) !== undefined;
  for (const path of textList(args, 'paths')) {
    const { absolute, stat } = existing(path, io.cwd);
    if (!stat.isDirectory()) {
      if (isNew(absolute)) yield { path, absolute };
      continue;
    }
    for (const entry of walk(path, io.cwd, options, unreadable)) {
      const isMeant = entry.type === 'file' && fits(entry.name);
      if (isMeant && isNew(entry.absolute)) yield { path: entry.path, absolute: entry.absolute };
    }
  }
}
