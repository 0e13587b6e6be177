/** The command line from its arguments to its exit code: parse, answer through dispatch, render. It holds no rules of any verb. */
import { type Command, CommanderError } from 'commander';
import { failed, refusalAnswer } from '../verbs/dispatch.ts';
import { addCatalogGroup, CATALOG } from './catalog-group.ts';
import { RUN } from './command-table.ts';
import { asksForJson, asksForNoColour, EVERYWHERE_WITH_VALUE } from './everywhere.ts';
import type { Host } from './host.ts';
import { refuseRepeats } from './once.ts';
import { commandNames, createProgram, settler } from './program.ts';
import { deliver, type Reply } from './reply.ts';
import { runCommand } from './run-command.ts';
import { shellLine } from './shell-words.ts';
import { type UsagePlace, usageRefusal } from './usage.ts';
import { meantWithoutVerb } from './without-verb.ts';

/** Runs one command line and gives its exit code. Whatever is wrong becomes an answer; nothing is thrown. */
export async function runCli(argv: readonly string[], host: Host): Promise<number> {
  let work: Promise<Reply> | undefined;
  // Only there the compiler is loaded: the other commands start in four fifths of the time.
  const addCatalog = argv.includes(CATALOG)
    ? (await import('./catalog-command.ts')).addCatalogCommands
    : addCatalogGroup;
  const take = (given: Promise<Reply>) => {
    work = given;
  };
  const program = createProgram(host, take, addCatalog);
  const everywhere = { json: asksForJson(argv), colour: !asksForNoColour(argv) };
  try {
    const run = behindRun(argv);
    if (run !== undefined) work = runCommand(run, host, settler(host));
    else refuseRepeats(program).parse([...argv], { from: 'user' });
    // Without work there is only help or the version, and that is written.
    return work === undefined ? 0 : deliver(await work, host);
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return deliver({ answer: failed(thrown), everywhere }, host);
    if (thrown.exitCode === 0) return 0;
    const place = placeOf(argv, program);
    const refusal = usageRefusal(thrown, place);
    const isVerb = thrown.code === 'commander.unknownCommand' && place.behind === 'cap';
    const meant = isVerb ? meantWithoutVerb(argv, refusal, host) : undefined;
    const answer = refusalAnswer(meant?.refusal ?? refusal);
    // Help was written already where a person gave no verb.
    if (thrown.code === 'commander.help' && place.asked === undefined && host.terminal.interactive && !everywhere.json)
      return answer.exitCode;
    const next = meant === undefined ? {} : { next: meant.next };
    return deliver({ answer, everywhere, help: helpFor(argv, commandNames(program)), ...next }, host);
  }
}

/** The arguments of `run`, with the options in front of it; undefined for another verb. */
function behindRun(argv: readonly string[]): string[] | undefined {
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at] as string;
    if (token === RUN.name) return [...argv.slice(0, at), ...argv.slice(at + 1)];
    if (!token.startsWith('--') || token === '--' || token === '--help' || token === '--version') return undefined;
    if (EVERYWHERE_WITH_VALUE.includes(token)) at += 1;
  }
  return undefined;
}

/** Which command's names could have been meant: those of cap, or of the group that was named. */
function placeOf(argv: readonly string[], program: Command): UsagePlace {
  const words = argv.filter((token) => !token.startsWith('-'));
  const [first, second] = words[0] === 'help' ? words.slice(1) : words;
  const group = program.commands.find((command) => command.name() === first && command.commands.length > 0);
  const asked = words[0] === 'help' ? (group === undefined ? first : second) : undefined;
  const named = asked === undefined ? {} : { asked };
  if (group !== undefined) return { behind: `cap ${group.name()}`, names: commandNames(group), ...named };
  return { behind: 'cap', names: commandNames(program), ...named };
}

function helpFor(argv: readonly string[], names: readonly string[]): string {
  const verb = argv.find((token) => names.includes(token));
  if (verb === RUN.name) {
    const behind = argv.slice(argv.indexOf(verb) + 1);
    const end = behind.findIndex((token) => token.startsWith('-'));
    const named = behind.slice(0, end < 0 ? behind.length : end);
    const at = argv.indexOf('--snapshot');
    return shellLine(['cap', verb, ...named, '--help', ...(at < 0 ? [] : argv.slice(at, at + 2))]);
  }
  return verb === undefined ? 'cap --help' : `cap ${verb} --help`;
}
