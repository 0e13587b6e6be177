/**
 * The programs that a script with a first line `#!…` is started through, as the system and `env` would find them: a yes
 * for the script is one for these. Of a plain binary two bytes are read, and nothing is started.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Executable, Interpreter } from '../run/ports.ts';
import { checkExecutable, findExecutable } from './executables.ts';

/** No system follows more. */
const MOST_LINKS = 4;
/** What Linux reads of a first line. */
const LINE_BYTES = 256;

type Unknown = { readonly kind: 'unavailable'; readonly message: string };

/** In the order in which they start each other. `search`: PATH, for what is asked for by its name. */
export async function interpretersOf(
  executable: Executable,
  search: string,
): Promise<readonly Interpreter[] | Unknown> {
  const found: Interpreter[] = [];
  let script = executable;
  for (let link = 0; ; link += 1) {
    const line = firstLine(script.realPath);
    if (line === undefined) return found;
    const { path: started } = script;
    const unknown = (what: string): Unknown => {
      return { kind: 'unavailable', message: `${started} is started through ${what}` };
    };
    if (link === MOST_LINKS) return unknown(`more than ${MOST_LINKS} interpreters, one after another`);
    const [path = '', ...words] = line.split(/[ \t]+/);
    const first = isAbsolute(path) ? await checkExecutable(path) : undefined;
    if (first === undefined) return unknown(`${path || 'nothing'}, which is no executable file with a whole path`);
    found.push({ executable: first, byPath: true });
    script = first;
    if (!/\/env$/.test(path)) continue;
    const name = nameForEnv(words);
    if (name === undefined) return unknown(`env in a way that does not say which program that is: ${line}`);
    const byPath = isAbsolute(name);
    const chosen = byPath ? await checkExecutable(name) : await findExecutable(name, search);
    if (chosen === undefined)
      return unknown(`${name}, which is ${byPath ? 'no executable file' : 'in no directory of PATH'}`);
    found.push({ executable: chosen, byPath });
    script = chosen;
  }
}

/** What `env` starts; undefined where its options or variables could lead it elsewhere than PATH does. */
function nameForEnv(words: readonly string[]): string | undefined {
  const rest = [...words];
  // What is split by env is split by us, but for quotes, which no name has.
  if (/^(?:-S|-vS|--split-string)$/.test(rest[0] ?? '')) rest.shift();
  else if (rest[0]?.startsWith('-S')) rest[0] = rest[0].slice(2);
  else if (rest.length > 1) return undefined;
  while (/^[A-Za-z_]\w*=/.test(rest[0] ?? '') && !rest[0]?.startsWith('PATH=')) rest.shift();
  const [name] = rest;
  return name === undefined || name === '' || /^-|[="'\\$]/.test(name) ? undefined : name;
}

/** Without `#!`; undefined for any other file, and for one that may be started but not read. */
function firstLine(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(LINE_BYTES);
    const length = readSync(file, bytes, 0, LINE_BYTES, 0);
    if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return undefined;
    const text = bytes.toString('utf8', 2, length);
    return (text.split('\n', 1)[0] ?? '').trim();
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
