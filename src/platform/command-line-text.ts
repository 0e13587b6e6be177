/** Whether the words of the command line are text: what is not UTF-8 reaches us mended, as something that nobody wrote. */
import { readFileSync } from 'node:fs';

/** What stands in place of bytes that are no text; somebody may also have written it. */
const MENDED = '\uFFFD';

/** False when bytes of the command line are not UTF-8. Where the system does not show them they are taken as they are. */
export function isTextCommandLine(argv: readonly string[]): boolean {
  if (!argv.some((word) => word.includes(MENDED))) return true;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync('/proc/self/cmdline');
  } catch {
    return true;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
