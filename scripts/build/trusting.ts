/** Says for a test or a transcript that a catalog of its own is trusted, as a user's list would. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds the snapshot to the list below this configuration directory (what XDG_CONFIG_HOME or ~/.config names). */
export function trustSnapshot(file: string, configuration: string): void {
  const directory = join(configuration, 'cap');
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  appendFileSync(join(directory, 'trusted-snapshots'), `${hash}  ${file}\n`, { mode: 0o644 });
}
