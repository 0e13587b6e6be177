/** The pass that a run leaves for a built-in tool, for tests that start a tool without a run. */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASS_VARIABLE, passText } from '../../src/capability/tool-pass.ts';
import type { AS_NOBODY } from './nobody.ts';

/** The variable for one start of this tool with this input; `owner` is whoever will start it, ourselves unless told. */
export function passFor(tool: string, stdin: string, owner: typeof AS_NOBODY = {}): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'cap-pass-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  chmodSync(directory, 0o755);
  const path = join(directory, 'pass');
  writeFileSync(path, passText(tool, stdin), { mode: 0o600 });
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined) for (const one of [path, directory]) chownSync(one, uid, gid);
  return { [PASS_VARIABLE]: path };
}
