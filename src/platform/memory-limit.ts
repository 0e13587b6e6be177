/** A command line that runs another one with less memory, where this machine has the means. */
import { systemProgram } from './system-program.ts';

export type CommandLine = { readonly file: string; readonly name: string; readonly argv: readonly string[] };

/** Whether it has. */
export function canLimitMemory(platform: NodeJS.Platform): boolean {
  return platform === 'linux' && systemProgram('prlimit') !== undefined;
}

/**
 * The same command with `bytes` of private memory for each of its processes, or undefined where nothing can set that. It
 * is the data limit, not the size of the address space: runtimes reserve far more addresses than they ever use.
 */
export function withMemory(command: CommandLine, bytes: number, platform: NodeJS.Platform): CommandLine | undefined {
  const prlimit = platform === 'linux' ? systemProgram('prlimit') : undefined;
  if (prlimit === undefined) return undefined;
  return { file: prlimit, name: prlimit, argv: [`--data=${bytes}`, '--', command.file, ...command.argv] };
}
