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
