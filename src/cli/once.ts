/** Options that mean one thing: given twice, nobody can tell which was meant, so the command line is refused. */
import { type Command, InvalidArgumentError, type Option } from 'commander';

/** Makes this command and all below it refuse an option with a value that comes a second time; lists are left alone. */
export function refuseRepeats(command: Command): Command {
  for (const option of command.options) if (takesOneValue(option)) refuseSecond(option);
  for (const below of command.commands) refuseRepeats(below);
  return command;
}

/** An option that collects brings a parser of its own, and a choice is known by its choices. */
function takesOneValue({ required, optional, variadic, parseArg, argChoices }: Option): boolean {
  return (required || optional) && !variadic && (parseArg === undefined || argChoices !== undefined);
}

function refuseSecond(option: Option): void {
  const parse = option.parseArg;
  option.argParser((value: string, before: unknown) => {
    // What stands there before the first is the default.
    if (before !== option.defaultValue) throw new InvalidArgumentError('It is given twice.');
    return parse === undefined ? value : parse(value, undefined);
  });
}

/** A switch that is given together with its opposite; undefined when there is none. Nothing behind `--` counts. */
export function contradiction(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const given = new Set(argv.slice(0, end < 0 ? argv.length : end));
  return [...given].find((token) => /^--no-[a-z]/.test(token) && given.has(`--${token.slice('--no-'.length)}`));
}
