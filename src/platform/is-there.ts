/** Whether there is something under a name, without an error where there is nothing: one with a stack costs a start much. */
import { lstatSync } from 'node:fs';

/** A link that leads nowhere is there. Below a directory that may not be entered nobody can tell. */
export function isThere(path: string): boolean | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return 'unknown';
  }
}
