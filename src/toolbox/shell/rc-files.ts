/**
 * Tool `shell_rc_files`: startup files with what their lines do: change PATH, set variables, load other files. Values
 * are not shown except for PATH and for the names of files.
 */
import { oneOf, optionalText } from '../arguments.ts';
import { maskText } from '../masking.ts';
import { statOf } from '../path-entries.ts';
import type { Json, JsonObject } from '../tool.ts';
import { loginShell, readLines, type Shell, type StartupFile, startupFiles } from './startup-files.ts';

/** `NAME=`, `export NAME=`, fish's `set -gx NAME`; the name is in one of two groups. */
const SETS =
  /^\s*(?:(?:export|typeset|declare)\s+(?:-\S+\s+)*([A-Za-z_]\w*)=|([A-Za-z_]\w*)\+?=|set\s+(?:-\S+\s+)+([A-Za-z_]\w*)\s)/;
const CHANGES_PATH = /(?:^|[\s;&])(?:export\s+)?PATH\+?=|(?:^|\s)path\+?=\(|fish_add_path|set\s+(?:-\S+\s+)+PATH\s/;
const LOADS = /(?:^|&&|\|\||;|\bthen\b)\s*(?:source|\.)\s+(\S.*?)\s*(?:;|&&|\|\||$)/;
const EVALUATES = /\beval\s+"?[$`]/;

/** Arguments: `shell` login | bash | zsh | fish | all (login), `variable` (all). */
export function run(args: JsonObject): Json {
  const login = loginShell();
  const which = oneOf(args, 'shell', ['login', 'bash', 'zsh', 'fish', 'all'], 'login');
  const variable = optionalText(args, 'variable');
  const shells: readonly Shell[] =
    which === 'all' ? ['bash', 'zsh', 'fish'] : [which === 'login' ? login.shell : which];
  const files = shells.flatMap(startupFiles).map((file) => describe(file, variable));
  return { login_shell: login.path, shells: [...shells], files };
}

function describe(file: StartupFile, variable: string | undefined): JsonObject {
  const facts = { path: file.path, shell: file.shell, when: file.when, exists: file.exists };
  if (!file.exists) return facts;
  const stat = statOf(file.path);
  const lines = readLines(file.path);
  const size = { bytes: stat?.size ?? null, modified: stat?.mtime.toISOString() ?? null };
  if (lines === undefined) return { ...facts, ...size, readable: false };
  const paths: Json[] = [];
  const sets: Json[] = [];
  const loads: Json[] = [];
  for (const [at, text] of lines.entries()) {
    if (/^\s*#/.test(text)) continue;
    const line = at + 1;
    if (CHANGES_PATH.test(text)) paths.push({ line, text: maskText(text.trim()).slice(0, 300) });
    const found = SETS.exec(text);
    const name = found?.[1] ?? found?.[2] ?? found?.[3];
    if (name !== undefined && (variable === undefined || name === variable)) sets.push({ line, variable: name });
    const loaded = LOADS.exec(text)?.[1] ?? (EVALUATES.test(text) ? maskText(text.trim()) : undefined);
    if (loaded !== undefined) loads.push({ line, what: loaded.slice(0, 300) });
  }
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return {
    ...facts,
    ...size,
    readable: true,
    lines: last,
    ...(variable === undefined || variable === 'PATH' ? { changes_path: paths } : {}),
    sets,
    loads,
  };
}
