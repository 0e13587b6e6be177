/**
 * Tool `dev_loc_count`: lines of code, comments and blanks by language. A comment sign inside a string may be taken
 * for a comment: the counts are for orientation.
 */
import { join } from 'node:path';
import { optionalInteger } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { type Language, languageOf } from './languages.ts';
import { projectDirectory } from './project.ts';
import { listSourceFiles, readSource } from './source-files.ts';

type Lines = { files: number; code: number; comments: number; blank: number };

/** Arguments: `directory` (current), `limit` (50). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = projectDirectory(args, io);
  const limit = optionalInteger(args, 'limit') ?? 50;
  const { files, truncated, from_git } = await listSourceFiles(directory);
  const byLanguage = new Map<string, Lines>();
  const total: Lines = { files: 0, code: 0, comments: 0, blank: 0 };
  let unread = 0;
  for (const path of files) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const text = readSource(join(directory, path));
    if (text === undefined) {
      unread++;
      continue;
    }
    const sum = byLanguage.get(language.name) ?? { files: 0, code: 0, comments: 0, blank: 0 };
    const found = countLines(text, language);
    for (const to of [sum, total])
      for (const key of ['files', 'code', 'comments', 'blank'] as const) to[key] += found[key];
    byLanguage.set(language.name, sum);
  }
  const languages = [...byLanguage].map(([language, lines]) => ({ language, ...lines }));
  languages.sort((a, b) => b.code - a.code || (a.language < b.language ? -1 : 1));
  return {
    directory,
    languages: languages.slice(0, limit),
    total,
    files_not_read: unread,
    ignored_files_left_out: from_git,
    truncated: truncated || languages.length > limit,
  };
}

export function countLines(text: string, { line: signs, block }: Language): Lines {
  const lines: Lines = { files: 1, code: 0, comments: 0, blank: 0 };
  const all = text.split(/\r?\n/);
  if (all.at(-1) === '') all.pop();
  let inside = false;
  for (const one of all) {
    const trimmed = one.trim();
    if (trimmed === '') {
      lines.blank++;
    } else if (inside) {
      lines.comments++;
      if (block !== undefined && trimmed.includes(block[1])) inside = false;
    } else if (block !== undefined && trimmed.startsWith(block[0])) {
      lines.comments++;
      inside = !trimmed.slice(block[0].length).includes(block[1]);
    } else if (signs.some((sign) => trimmed.startsWith(sign))) lines.comments++;
    else lines.code++;
  }
  return lines;
}
