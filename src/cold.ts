/**
 * What main starts on demand: the person's form of every verb, and the commands that compile, run and evaluate. Bundled
 * as one of the executable's later scripts; main itself never imports it eagerly.
 */
import { runCli } from './cli/cli.ts';
import { processRunPorts } from './platform/run-ports.ts';
import { createWorld } from './platform/world.ts';

/** Runs one command line to its end; the exit code is left in `process.exitCode`. */
export async function runCold(argv: readonly string[]): Promise<void> {
  await runCli(argv, createWorld(undefined, () => Promise.resolve(processRunPorts())));
}
