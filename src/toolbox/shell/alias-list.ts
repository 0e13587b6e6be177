/**
 * Tool `shell_alias_list`: aliases as they are written in startup files. What a script computes is not seen, and a
 * line that a shell would skip by a condition counts as well.
 */
import { oneOf, optionalText } from '../arguments.ts';
import { maskText } from '../masking.ts';
import type { Json, JsonObject } from '../tool.ts';
import { readLines, type Shell, startupFiles } from './startup-files.ts';

type Alias = { name: string; expands_to: string; shell: Shell; file: string; line: number; replaced_later: boolean };

/** Arguments: `name` (a part), `shell` all | bash | zsh | fish (all). */
export function run(args: JsonObject): Json {
  const part = optionalText(args, 'name') ?? '';
  const which = oneOf(args, 'shell', ['all', 'bash', 'zsh', 'fish'], 'all');
  const shells: readonly Shell[] = which === 'all' ? ['bash', 'zsh', 'fish'] : [which];
  const read: string[] = [];
  const unreadable: string[] = [];
  const aliases: Alias[] = [];
  for (const shell of shells) {
    const latest = new Map<string, Alias>();
    for (const { path, exists } of startupFiles(shell)) {
      if (!exists) continue;
      const lines = readLines(path);
      if (lines === undefined) {
        unreadable.push(path);
        continue;
      }
      read.push(path);
      for (const [at, text] of lines.entries()) {
        for (const { name, value } of aliasesOf(text)) {
          const alias = { name, expands_to: maskText(value), shell, file: path, line: at + 1, replaced_later: false };
          const earlier = latest.get(name);
          if (earlier !== undefined) earlier.replaced_later = true;
          latest.set(name, alias);
          aliases.push(alias);
        }
      }
    }
  }
  const wanted = aliases.filter(({ name }) => name.includes(part));
  return { aliases: wanted, total: wanted.length, files_read: read, files_not_readable: unreadable };
}

/** `alias a='x' b=y` and fish's `alias a 'x'`; nothing of a comment. */
export function aliasesOf(line: string): { name: string; value: string }[] {
  const start = /^\s*(?:[^#\s].*?(?:&&|\|\||;)\s*)?alias\s+(?:-[gs]\s+)?/.exec(line);
  if (start === null) return [];
  const found: { name: string; value: string }[] = [];
  let rest = line.slice(start[0].length);
  for (;;) {
    const head = /^([^\s='"#;&|]+)(?:=|\s+(?=['"]))/.exec(rest);
    if (head === null) return found;
    const { value, length } = readWord(rest.slice(head[0].length));
    found.push({ name: head[1] ?? '', value });
    rest = rest.slice(head[0].length + length).trimStart();
  }
}

/** One word of a shell: quoted parts and bare parts joined, escapes undone. */
function readWord(text: string): { value: string; length: number } {
  let value = '';
  let quote = '';
  let at = 0;
  for (; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote === "'") {
      if (sign === "'") quote = '';
      else value += sign;
    } else if (sign === '\\' && at + 1 < text.length) {
      at++;
      value += text[at];
    } else if (quote === '"') {
      if (sign === '"') quote = '';
      else value += sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
    } else if (/[\s;&|#]/.test(sign)) break;
    else value += sign;
  }
  return { value, length: at };
}
