/**
 * Tool `dev_todo_find`: marks such as TODO in the comments of source code.
 */
import { join } from 'node:path';
import { optionalInteger, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { languageOf, PROSE } from './languages.ts';
import { projectDirectory } from './project.ts';
import { listSourceFiles, readSource } from './source-files.ts';

const USUAL = ['TODO', 'FIXME', 'HACK', 'XXX', '待办'];
const KNOWN = [...USUAL, 'BUG', 'NOTE'];

/** Arguments: `directory` (current), `marks` (the usual five), `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = projectDirectory(args, io);
  const asked = textList(args, 'marks').filter((mark) => KNOWN.includes(mark));
  const limit = optionalInteger(args, 'limit') ?? 200;
  const marks = asked.length > 0 ? asked : USUAL;
  // A mark stands alone: no letter or digit beside it.
  const pattern = new RegExp(`(?<![\\w$])(${marks.join('|')})(?![\\w$])(?:\\(([^)]{1,60})\\))?[:：]?\\s*(.*)$`);
  const { files, truncated } = await listSourceFiles(directory);
  const comments: Json[] = [];
  const counts: { [mark: string]: number } = Object.fromEntries(marks.map((mark) => [mark, 0]));
  let total = 0;
  for (const file of files) {
    const language = languageOf(file);
    if (language === undefined || PROSE.has(language.name)) continue;
    const text = readSource(join(directory, file));
    if (text === undefined || !marks.some((mark) => text.includes(mark))) continue;
    const signs = [...language.line, ...(language.block === undefined ? [] : [language.block[0]])];
    let inside = false;
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      const start = Math.min(
        ...signs.map((sign) => line.indexOf(sign)).filter((index) => index >= 0),
        Number.POSITIVE_INFINITY,
      );
      const from = inside ? 0 : start;
      if (language.block !== undefined) {
        const open = line.lastIndexOf(language.block[0]);
        const close = line.lastIndexOf(language.block[1]);
        inside = open > close || (inside && close === -1);
      }
      const found = from === Number.POSITIVE_INFINITY ? null : pattern.exec(line.slice(from));
      const mark = found?.[1];
      if (found === null || mark === undefined) continue;
      total++;
      counts[mark] = (counts[mark] ?? 0) + 1;
      const rest = (found[3] ?? '').replace(/\s*(?:\*\/|-->)\s*$/, '').trim();
      if (comments.length < limit)
        comments.push({ file, line: at + 1, mark, who: found[2] ?? null, text: rest.slice(0, 300) });
    }
  }
  return { directory, comments, total, counts, truncated: truncated || total > comments.length };
}
