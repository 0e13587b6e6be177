/**
 * Tool `codex_path_repair`: adds the directory of codex to PATH in a startup file, between two marker lines, once; or
 * takes those lines out again. The file is replaced in one step and a copy of it is kept.
 */
import { copyFileSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flag, oneOf } from '../arguments.ts';
import { homeDirectory } from '../home.ts';
import { findOnPath, statOf } from '../path-entries.ts';
import { loginShell } from '../shell/startup-files.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { npmCommandDirectory, usualDirectories } from './installations.ts';

const BEGIN = '# >>> cap: path of codex >>>';
const END = '# <<< cap: path of codex <<<';

/** Arguments: `file` auto | bashrc | zshrc | profile (auto), `undo`, `preview`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const which = oneOf(args, 'file', ['auto', 'bashrc', 'zshrc', 'profile'], 'auto');
  const { shell } = loginShell();
  if (which === 'auto' && shell === 'fish') {
    throw new ToolFailure('for fish, run: fish_add_path and the directory of codex', 'not_supported');
  }
  const name = which === 'auto' ? (shell === 'zsh' ? 'zshrc' : 'bashrc') : which;
  const link = join(homeDirectory(), `.${name}`);
  // Startup files are often links into a repository of such files: what is behind the link is changed.
  const file = statOf(link) === undefined ? link : realpathSync(link);
  const before = statOf(file) === undefined ? '' : readFileSync(file, 'utf8');
  const [used] = findOnPath('codex');
  if (flag(args, 'undo')) return apply(file, before, without(before), null, flag(args, 'preview'));
  if (used !== undefined) {
    return {
      changed: false,
      file: null,
      directory: null,
      backup: null,
      reason: `codex is found already: ${used.path}`,
    };
  }
  const directory = (await npmCommandDirectory(io)) ?? usualDirectories()[0];
  if (directory === undefined) throw new ToolFailure('there is no codex to add to PATH: install it first', 'not_found');
  const rest = without(before);
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n';
  const quoted = directory.replace(/(["\\$`])/g, '\\$1');
  const after = `${rest}${gap}${BEGIN}\nexport PATH="${quoted}:$PATH"\n${END}\n`;
  return apply(file, before, after, directory, flag(args, 'preview'));
}

function without(content: string): string {
  const lines = content.split('\n');
  const begin = lines.indexOf(BEGIN);
  const end = lines.indexOf(END, begin);
  if (begin === -1 || end === -1) return content;
  return [...lines.slice(0, begin), ...lines.slice(end + 1)].join('\n');
}

function apply(file: string, before: string, after: string, directory: string | null, preview: boolean): Json {
  const lines = after.split('\n').filter((line) => !before.split('\n').includes(line));
  const removed = before.split('\n').filter((line) => !after.split('\n').includes(line));
  const answer = { file, directory, adds: lines, removes: removed, takes_effect: 'in a new terminal' };
  if (before === after || preview) return { changed: false, backup: null, ...answer, would_change: before !== after };
  let backup: string | null = null;
  const mode = statOf(file) === undefined ? 0o644 : statSync(file).mode & 0o777;
  if (statOf(file) !== undefined) {
    backup = `${file}.before-cap`;
    copyFileSync(file, backup);
  }
  const next = `${file}.cap-${process.pid}`;
  writeFileSync(next, after, { mode });
  renameSync(next, file);
  return { changed: true, backup, ...answer };
}
