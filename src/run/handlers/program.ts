/** Handlers that start a program of the system with an argument vector: a command itself, a script by its interpreter. */
import type { CommandHandler, ProgramCall, ScriptHandler } from '../../capability/capability.ts';
import { buildCommandLine, type CommandLine } from '../argv.ts';
import { shownInput, wordsOfInput } from './input.ts';
import { findProgram, quoteWords, unavailable } from './needs.ts';
import type { HandlerCall, Prepare, Prepared } from './prepared.ts';

export const prepareCommand: Prepare<CommandHandler> = async (handler, call) => {
  const { capability, values, ports } = call;
  const line = buildCommandLine(capability, handler, values);
  if (line.kind === 'invalid_arguments') return line;
  const program = await findProgram(handler.executable, ports);
  if (program.kind === 'refusal') return program;
  const words = `${quoteWords([program.executable.path, ...shownArgv(handler, call)])}${wordsOfInput(shownInput(handler, call))}`;
  return {
    ...started(handler, line, call),
    ...program,
    kind: 'prepared',
    name: handler.executable,
    argv: line.argv,
    words,
  };
};

/** The script's text is placed in a private file when it is started, under a name that holds its hash. */
export const prepareScript: Prepare<ScriptHandler> = async (handler, call) => {
  const { capability, values, ports } = call;
  const line = buildCommandLine(capability, handler, values);
  if (line.kind === 'invalid_arguments') return line;
  const program = await findProgram(handler.interpreter, ports);
  if (program.kind === 'refusal') return program;
  const { file, text, sha256 } = handler;
  const place = ports.scriptPlace(sha256, file);
  if (place.kind === 'unavailable') return unavailable(`The script has no place: ${place.message}.`);
  const { path } = place;
  const options = handler.interpreter_argv ?? [];
  const argv = [...options, path, ...line.argv];
  return {
    ...started(handler, line, call),
    ...program,
    kind: 'prepared',
    name: handler.interpreter,
    argv,
    script: { path, text, sha256 },
    words: `${quoteWords([program.executable.path, ...options, path, ...shownArgv(handler, call)])} (script ${file}, sha256 ${sha256})${wordsOfInput(shownInput(handler, call))}`,
  };
};

/** The arguments as they may be shown; where a masked value fits nowhere, that there are some. */
function shownArgv(
  handler: Parameters<typeof buildCommandLine>[1],
  { capability, shown }: HandlerCall,
): readonly string[] {
  const line = buildCommandLine(capability, handler, shown);
  return line.kind === 'invalid_arguments' ? ['…'] : line.argv;
}

type Started = Pick<Prepared, 'stdin' | 'environment' | 'directory' | 'programs' | 'secrets' | 'request'>;

function started(handler: ProgramCall, { stdin, directory }: CommandLine, call: HandlerCall): Started {
  const { env, cwd } = handler;
  const named =
    cwd === undefined || directory === undefined ? {} : { directory: { argument: cwd.arg, given: directory } };
  const input = shownInput(handler, call);
  const shown = input === undefined ? {} : { request: { stdin: input } };
  return { stdin, environment: env ?? {}, programs: [], secrets: [], ...named, ...shown };
}
