/** A command line that runs another one with less memory, where this machine has the means. */
import type { Environment } from './environment.ts';
import { findExecutable } from './executables.ts';

export type CommandLine = { readonly file: string; readonly name: string; readonly argv: readonly string[] };

/**
 * The same command with `bytes` of private memory for each of its processes, or undefined where nothing can set that. It
 * is the data limit, not the size of the address space: runtimes reserve far more addresses than they ever use.
 */
export async function withMemory(
  command: CommandLine,
  bytes: number,
  environment: Environment,
): Promise<CommandLine | undefined> {
  const prlimit = process.platform === 'linux' ? await findExecutable('prlimit', environment.PATH ?? '') : undefined;
  if (prlimit === undefined) return undefined;
  const { path } = prlimit;
  return { file: path, name: path, argv: [`--data=${bytes}`, '--', command.file, ...command.argv] };
}
