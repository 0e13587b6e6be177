/**
 * What main starts on demand: the person's form of every verb, and the commands that compile, run and evaluate. Bundled
 * as the executable's second script; main itself never imports it eagerly.
 */
import { runCli } from './cli/cli.ts';
import { isPackaged } from './platform/embedded.ts';
import { createWorld } from './platform/world.ts';

/** Runs one command line to its end; the exit code is left in `process.exitCode`. */
export async function runCold(argv: readonly string[]): Promise<void> {
  await runCli(argv, createWorld(undefined, runPorts));
}

async function runPorts() {
  const { createRunPorts } = await import('./platform/run-ports.ts');
  return createRunPorts({
    environment: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    self: ownCommand(),
  });
}

/** How this program starts itself again: the executable alone, or node with the source file. */
function ownCommand(): { readonly file: string; readonly argv: readonly string[] } {
  const script = process.argv[1];
  return { file: process.execPath, argv: isPackaged() || script === undefined ? [] : [script] };
}
