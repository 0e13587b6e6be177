/**
 * A user without privileges, for tests that an administrator runs: where the checkout may lie in a place that this user
 * cannot enter, a copy of the executable outside of it can be started by everybody.
 */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE } from '../../scripts/build/root.ts';

/** The user and group `nobody` of Debian and most others. */
const NOBODY = 65_534;

/** What makes a child that user; nothing for an ordinary user, who is one already. */
export const AS_NOBODY: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The same under a number that no account has, as containers run what they start. */
export const AS_UNNAMED: typeof AS_NOBODY = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};

let copy: string | undefined;

/** dist/cap in a place that every user can enter; copied once a process and removed at its end. */
export function executableForEverybody(): string {
  if (copy !== undefined) return copy;
  const directory = mkdtempSync(join(tmpdir(), 'cap-everybody-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  chmodSync(directory, 0o755);
  copy = join(directory, 'cap');
  copyFileSync(EXECUTABLE, copy);
  chmodSync(copy, 0o755);
  return copy;
}
