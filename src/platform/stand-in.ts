/**
 * Descriptors that were closed when this process was started. Node opens /dev/null in their place, for reading and
 * writing, before a line of ours runs; a shell opens it one way only for whoever wants nothing read or written.
 */
import { fstatSync, readSync, statSync, writeSync } from 'node:fs';

/**
 * Whether `fd` is /dev/null, open both ways: then it was closed, or whoever started us opened it so (subprocess.DEVNULL of
 * Python; 'ignore' of node for what is written to). Nothing else tells these two apart.
 */
export function isStandIn(fd: number): boolean {
  try {
    if (fstatSync(fd).rdev !== statSync('/dev/null').rdev) return false;
    const byte = new Uint8Array(1);
    writeSync(fd, byte);
    readSync(fd, byte);
    return true;
  } catch {
    return false;
  }
}
