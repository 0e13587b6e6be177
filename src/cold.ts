/**
 * What main starts on demand: the verbs that reach processes and stored results, and the command-line room with all that
 * compiles, imports and evaluates. Bundled as one of the executable's later scripts; main never imports it eagerly.
 */
import { processRunPorts } from './platform/run-ports.ts';
import { writeAll } from './platform/stdio.ts';
import { createWorld } from './platform/world.ts';
import { answerCall, requestCall } from './request-call.ts';
import { VERBS } from './verbs/verbs.ts';

/** Runs one command line to its end; the exit code is left in `process.exitCode`. */
export async function runCold(argv: readonly string[]): Promise<void> {
  const runPorts = () => Promise.resolve(processRunPorts());
  const call = requestCall(argv, VERBS);
  if (call === null) {
    const { runCli } = await import('./cli/cli.ts');
    await runCli(argv, createWorld(undefined, runPorts));
    return;
  }
  const { body, exitCode } = await answerCall(call, runPorts);
  writeAll(1, body);
  process.exitCode = exitCode;
}
