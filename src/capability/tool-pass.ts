/**
 * What a run and the built-in tool that it starts agree on. It leaves something behind, so that the tool can tell a call that came through all stages
 * from anybody else's: a file for one use, named in the environment. Both sides of it, without files.
 */
import { sha256Hex } from '../canon/hash.ts';

/** The hidden entry of our own executable; the name of the tool stands behind it. */
export const TOOL_ENTRY = '--builtin-tool';

/** Name of the variable that holds the absolute path of the file. */
export const PASS_VARIABLE = 'CAP_TOOL_PASS';

/** Name of the variable that holds the hosts behind the open network that a policy opens, with spaces between. */
export const PRIVATE_HOSTS_VARIABLE = 'CAP_PRIVATE_HOSTS';

/** Exit code of a tool that was about to change something and cannot say whether it did. */
export const OUTCOME_UNKNOWN = 3;

/** Exit code of a tool that lacks a program or something else of this machine: nothing was done. */
export const NOT_HERE = 4;

/** What the file holds: it fits one tool with one input. */
export function passText(tool: string, stdin: string): string {
  return sha256Hex(`${tool}\n${stdin}`);
}

/** What a tool is bound to, as JSON on a line of its own behind the secrets: the places and programs that a yes was given for. */
export type Bound = {
  /** Absolute path, and the `objectOf` what stood there; null where nothing did. */
  readonly places: readonly (readonly [path: string, object: string | null])[];
  /** Programs that it may ask for by their names, and what told each of them from another file; null for one that is not there. */
  readonly programs: readonly (readonly [path: string, identity: string | null])[];
};

/** What the system tells of a file or directory. */
export type Standing = {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
  readonly size: bigint;
  readonly ctimeNs: bigint;
  isFile(): boolean;
};

/** What tells a program from another file in its place, or from what it was before somebody wrote to it. */
export function marksOfFile({
  dev,
  ino,
  size,
  mtimeNs,
  ctimeNs,
}: Pick<Standing, 'dev' | 'ino' | 'size' | 'ctimeNs'> & { readonly mtimeNs: bigint }): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

/** Device, number and birth: the number alone is given away again as soon as a file is gone. */
export function identityOf({ dev, ino, birthtimeNs }: Standing): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

/**
 * The same as long as nobody puts something else there or writes to it: of a regular file also its size and the time that
 * every write moves and nobody can set.
 */
export function objectOf(facts: Standing): string {
  const identity = identityOf(facts);
  return facts.isFile() ? `${identity}:${facts.size}:${facts.ctimeNs}` : identity;
}
