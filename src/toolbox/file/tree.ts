/** Tool `file_tree`: a directory drawn as a tree, line by line. */
import { readlinkSync } from 'node:fs';
import { flag, integer, text, textList } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { existingDirectory, Unreadable, type Walked, walk } from './walk.ts';

export function run(args: JsonObject, io: ToolIo): Json {
  const root = text(args, 'path');
  const absolute = existingDirectory(root, io.cwd);
  const limit = integer(args, 'limit');
  const unreadable = new Unreadable();
  const options = {
    exclude: new Set(textList(args, 'exclude')),
    hidden: flag(args, 'hidden'),
    maxDepth: integer(args, 'depth'),
  };
  const onlyDirectories = flag(args, 'directories_only');
  const shown: Walked[] = [];
  const counts = { directories: 0, files: 0 };
  let total = 0;
  for (const entry of walk(root, io.cwd, options, unreadable)) {
    if (entry.type === 'directory') counts.directories += 1;
    else counts.files += 1;
    if (onlyDirectories && entry.type !== 'directory') continue;
    total += 1;
    if (shown.length < limit) shown.push(entry);
  }
  const lines = draw(shown);
  return { root: absolute, lines, ...counts, truncated: total > shown.length, ...unreadable.fields() };
}

/** Lines from the last to the first: whether a branch goes on below is known only from what follows. */
function draw(entries: readonly Walked[]): string[] {
  const goesOn: boolean[] = [];
  const lines: string[] = [];
  for (const entry of [...entries].reverse()) {
    const { depth } = entry;
    goesOn.length = Math.min(goesOn.length, depth + 1);
    let stem = '';
    for (let level = 1; level < depth; level += 1) stem += goesOn[level] === true ? '│   ' : '    ';
    lines.push(`${stem}${goesOn[depth] === true ? '├── ' : '└── '}${label(entry)}`);
    goesOn[depth] = true;
  }
  return lines.reverse();
}

function label({ name, type, absolute }: Walked): string {
  const shown = escapeControls(name);
  if (type === 'directory') return `${shown}/`;
  if (type !== 'symlink') return shown;
  try {
    return `${shown} -> ${escapeControls(readlinkSync(absolute))}`;
  } catch {
    return `${shown} -> ?`;
  }
}

/** A newline in a name must not look like another entry. */
function escapeControls(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) =>
    JSON.stringify(character) === `"${character}"`
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      : JSON.stringify(character).slice(1, -1),
  );
}
