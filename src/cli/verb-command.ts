/** The commands of search, inspect, list and result: options from the table, one request, one answer through dispatch. */
import { type Command, Option } from 'commander';
import { CAPABILITY_TYPES } from '../capability/capability.ts';
import { isRefusal } from '../reason/refusal.ts';
import { type Answer, dispatch, refusalAnswer, type Verb } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import { VERBS } from '../verbs/verbs.ts';
import type { World } from '../verbs/world.ts';
import { idOfWords } from './capability-words.ts';
import type { CommandLine, Flag } from './command-table.ts';
import { addEverywhere, addRequestJson, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { type Reply, silentCatalog } from './reply.ts';
import { optionAt, type RequestDocument, requestOf } from './request.ts';

/** Gives a command its words, options and help; what it does is the caller's. */
export function describeCommand(command: Command, line: CommandLine): Command {
  command.description(line.about).argument(line.words.label, line.words.about);
  addEverywhere(addRequestJson(addFlags(command, line)));
  return command.addHelpText('after', examplesHelp(line.examples)).addHelpText('after', exitCodesHelp());
}

/** The options of a line, each with what its contract expects. */
export function addFlags(command: Command, line: CommandLine): Command {
  for (const flag of line.flags) command.addOption(optionOf(flag, line));
  return command;
}

/** Answers one parsed command. */
export async function answerCommand(command: Command, line: CommandLine, host: Host): Promise<Reply> {
  const everywhere = everywhereOf(command);
  const world = host.world(everywhere.snapshot);
  const json = jsonRequest(command, host, world, line);
  if (json !== undefined) return { answer: await json, everywhere: { ...everywhere, json: true } };
  const catalog = silentCatalog(everywhere.snapshot, host);
  const help = `cap ${line.name} --help`;
  const isAction = (id: string) => isActionOf(world, id);
  const reply = { everywhere, optionAt: (pointer: string) => placeOf(pointer, line), help, catalog, isAction };
  const words = line.words.names && command.args.length > 0 ? nameOf(command.args, world) : command.args;
  return { ...reply, answer: await ask(verbOf(line), requestOf(line, words, givenValues(command, line.flags)), world) };
}

/** The answer to `--request-json`, which goes with no other option of the verb; undefined when it was not given. */
export function jsonRequest(
  command: Command,
  host: Host,
  world: World,
  line: CommandLine,
): Promise<Answer> | Answer | undefined {
  const { requestJson } = command.opts<{ requestJson?: string }>();
  if (requestJson === undefined) return undefined;
  if (requestJson !== '-' && !requestJson.startsWith('@')) {
    return command.error(`error: --request-json takes - or @FILE, not '${requestJson}'`);
  }
  const beside = command.options.find(
    (option) => option.helpGroupHeading === undefined && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (beside !== undefined || command.args.length > 0) {
    const what = beside?.long ?? command.args[0] ?? '';
    return command.error(
      `error: with --request-json everything is in the document, so '${what}' cannot stand beside it`,
    );
  }
  const request = host.readRequest(requestJson);
  return isRefusal(request) ? refusalAnswer(request) : dispatch(verbOf(line), request, world);
}

/** Asks through the one envelope that JSON requests take too. */
export function ask(verb: Verb, request: RequestDocument, world: World): Promise<Answer> | Answer {
  return dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), world);
}

/** Raw texts of the options that were given, by field. */
export function givenValues(command: Command, flags: readonly Flag[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { flags: spelling, field } of flags) {
    const name = new Option(spelling).attributeName();
    if (command.getOptionValueSource(name) === 'cli') values.set(field, command.getOptionValue(name));
  }
  return values;
}

export function verbOf(line: CommandLine): Verb {
  const verb = VERBS.find(({ name }) => name === line.name);
  if (verb === undefined) throw new Error(`no verb ${line.name}`);
  return verb;
}

/** Collects an option that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function optionOf(flag: Flag, line: CommandLine): Option {
  const note = verbOf(line).form.fields[`/${flag.field}`]?.expected;
  const about = flag.kind === 'switch' || note === undefined ? flag.about : `${flag.about} (${note})`;
  const option = new Option(flag.flags, about);
  return flag.kind === 'list' || flag.kind === 'texts' ? option.argParser(collect) : option;
}

/** A snapshot that cannot be opened is refused by the verb itself, in its own words. */
function nameOf(words: readonly string[], world: World): readonly string[] {
  const snapshot = world.snapshot();
  const policy = world.policy();
  if (isRefusal(snapshot) || isRefusal(policy)) return words;
  return [idOfWords(words, snapshot, govern(policy, snapshot, world.caller).hidden)];
}

function isActionOf(world: World, id: string): boolean {
  const snapshot = world.snapshot();
  const doc = isRefusal(snapshot) ? -1 : snapshot.find(id);
  return !isRefusal(snapshot) && doc >= 0 && CAPABILITY_TYPES[snapshot.columns.type.at(doc)] === 'action';
}

function placeOf(pointer: string, line: CommandLine): string | undefined {
  const field = `/${line.words.field}`;
  if (pointer === field) return line.words.label.replaceAll(/[[\].]/g, '').toUpperCase();
  return optionAt(pointer, line.flags);
}
