/**
 * The pass of a built-in tool: without one, whoever starts the hidden entry goes around policy, confirmation and audit,
 * and is refused. It is spent by being looked at.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { PASS_VARIABLE, passText } from '../capability/tool-pass.ts';

/** Whether a run has left a pass for this very call. The variable is gone afterwards: nothing that a tool starts sees it. */
export function spendPass(tool: string, stdin: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  const path = environment[PASS_VARIABLE];
  delete environment[PASS_VARIABLE];
  if (path === undefined || !isAbsolute(path) || path.includes('\0')) return false;
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.uid !== process.getuid?.() || (facts.mode & 0o077) !== 0) return false;
    const text = readFileSync(file, 'utf8');
    // Of two processes that come with the same pass, one removes it; the other is told that it is not there.
    unlinkSync(path);
    return text === passText(tool, stdin);
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
