/** How a tool starts a program: the file that was frozen for its name, in the directory that is held, never by a shell. */
import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process';
import { programOf, throughDirectory } from './held.ts';

/** Streams that are not asked for as pipes are null all the same. Throws ToolFailure where the program is another file by now. */
export function startProgram(
  executable: string,
  argv: readonly string[],
  options: SpawnOptions & { readonly cwd?: string },
): ChildProcessWithoutNullStreams {
  const file = programOf(executable);
  const { cwd } = options;
  const start = (at: string | undefined) =>
    spawn(file, argv, { ...options, ...(at === undefined ? {} : { cwd: at }), argv0: executable, shell: false });
  const child = cwd === undefined ? start(undefined) : throughDirectory(cwd, start);
  return child as ChildProcessWithoutNullStreams;
}
