/** Where the files of whoever runs a tool lie. */
import { homedir } from 'node:os';

/**
 * HOME, else what the system says of the account. A container may run under a number without either: then it is the root,
 * where nothing of theirs lies and nothing is written that they may not write.
 */
export function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
