/** The options that every command has, and how what was given before and behind the verb comes together. */
import { type Command, Option } from 'commander';

export type Everywhere = {
  readonly snapshot: string | undefined;
  readonly json: boolean;
  readonly colour: boolean;
};

const HEADING = 'Everywhere:';

/** Every long name that these options take. */
export const EVERYWHERE_NAMES: readonly string[] = [
  '--snapshot',
  '--json',
  '--no-color',
  '--color',
  '--help',
  '--version',
];

/** Options that take a value behind them, for whoever looks at a command line before it is parsed. */
export const EVERYWHERE_WITH_VALUE: readonly string[] = ['--snapshot'];

export function addEverywhere(command: Command): Command {
  return command
    .addOption(new Option('--snapshot <file>', 'catalog to use instead of the one inside').helpGroup(HEADING))
    .addOption(new Option('--json', 'JSON also on a terminal').helpGroup(HEADING))
    .addOption(new Option('--no-color', 'no colours; so does NO_COLOR').helpGroup(HEADING))
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup(HEADING));
}

/** `--request-json` of a verb: the JSON form, which takes everything from the document. */
export function addRequestJson(command: Command): Command {
  return command.addOption(
    new Option('--request-json <source>', 'JSON in, JSON out: - reads stdin, @FILE a file').helpGroup(HEADING),
  );
}

/** What holds for a command: its own options and those of the commands above it. */
export function everywhereOf(command: Command): Everywhere {
  let here: Command | null = command;
  const found = { snapshot: undefined as string | undefined, json: false, colour: true };
  for (; here !== null; here = here.parent) {
    const { snapshot, json, color } = here.opts<{ snapshot?: string; json?: boolean; color?: boolean }>();
    if (snapshot !== undefined && found.snapshot !== undefined) command.error("error: '--snapshot' is given twice");
    found.snapshot ??= snapshot;
    found.json ||= json === true;
    found.colour &&= color !== false;
  }
  return found;
}

/** `--json` anywhere in front of `--`: for command lines that could not be parsed at all. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json');
}

/** The same for the colours. */
export function asksForNoColour(argv: readonly string[]): boolean {
  return argv.includes('--no-color');
}
