/** The call that a person typed, to be typed once more: what the next command of an answer is made of. */
import type { Command } from 'commander';
import type { Host } from './host.ts';
import { shellLine } from './shell-words.ts';

export type Again = {
  /** The command line for a shell, without a confirmation and without --dry-run. */
  readonly line: string;
  /** The confirmation that was given with it. */
  readonly token?: string | undefined;
  /** The file of its catalog where nobody has said that it is to be trusted. Asked only when an answer needs it. */
  readonly untrusted: () => string | undefined;
};

const LEFT_OUT: readonly string[] = ['--dry-run', '--confirmation-token'];

/** The file of the catalog that answers, where it waits for somebody's trust. */
export function untrustedFile(snapshotFile: string | undefined, host: Host): string | undefined {
  return host.world(snapshotFile).caller.trusted() ? undefined : host.catalog.chosen(snapshotFile);
}

/** `typed` is what was given to `command`, which knows all options in it; nothing stands behind `--`. */
export function lineAgain(before: readonly string[], typed: readonly string[], command: Command): string {
  const words = [...before];
  for (let at = 0; at < typed.length && typed[at] !== '--'; at += 1) {
    const token = typed[at] as string;
    const name = token.split('=')[0] as string;
    const takesNext = token === name && command.options.some(({ long, required }) => long === name && required);
    const taken = takesNext ? typed.slice(at, at + 2) : [token];
    if (!LEFT_OUT.includes(name)) words.push(...taken);
    at += taken.length - 1;
  }
  return shellLine(words);
}
