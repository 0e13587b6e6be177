/**
 * `cap run`: finds the capability that the words name, gives the command one option for each of its arguments, and builds
 * the request with the version and hashes of the very snapshot it read. Whether it may run is decided elsewhere.
 */
import { Command, Option } from 'commander';
import type { Capability, Json } from '../capability/capability.ts';
import { parseStrictJson } from '../contract/strict-json.ts';
import { describeRefusal } from '../policy/policy.ts';
import { isRefusal, refuse } from '../reason/refusal.ts';
import { TYPED_CALL } from '../run/request.ts';
import type { Card } from '../snapshot/card.ts';
import { SnapshotDamaged } from '../snapshot/damaged.ts';
import { identify } from '../snapshot/identify.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { type Answer, failed, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { type Again, lineAgain, untrustedFile } from './again.ts';
import { type ArgumentOption, argumentOptions, argumentValue } from './argument-options.ts';
import { idOfWords } from './capability-words.ts';
import { RUN } from './command-table.ts';
import { addEverywhere, addRequestJson, EVERYWHERE_NAMES, EVERYWHERE_WITH_VALUE, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { contradiction, refuseRepeats } from './once.ts';
import { type Reply, silentCatalog } from './reply.ts';
import { optionAt, requestOf } from './request.ts';
import { shellLine, shellWord } from './shell-words.ts';
import { addFlags, ask, collect, describeCommand, givenValues, jsonRequest, verbOf } from './verb-command.ts';

const ARGS_JSON = '--args-json';

/** Names that an argument of a capability cannot have. */
const RESERVED: ReadonlySet<string> = new Set([
  ...EVERYWHERE_NAMES,
  '--request-json',
  ARGS_JSON,
  ...RUN.flags.map(({ flags }) => flags.split(' ')[0] as string),
]);

/** The command without a capability: what `cap run --help` shows. */
export function describeRun(command: Command): Command {
  return describeCommand(addArgsJson(command), RUN);
}

function addArgsJson(command: Command): Command {
  return command.addOption(new Option(`${ARGS_JSON} <json>`, 'all arguments as one JSON object'));
}

/** Answers `cap run …`. `raw` is everything behind `run`; help, and what cannot be parsed, is thrown by the parser. */
export async function runCommand(
  raw: readonly string[],
  host: Host,
  settle: (command: Command) => Command,
): Promise<Reply> {
  const { words, snapshotFile } = lookAhead(raw);
  if (words.length === 0) return withoutCapability(raw, host, settle);
  const everywhere = { json: raw.includes('--json'), colour: !raw.includes('--no-color'), snapshot: snapshotFile };
  const world = host.world(snapshotFile);
  const catalog = silentCatalog(snapshotFile, host);
  const policy = world.policy();
  const snapshot = world.snapshot();
  const isHelp = raw.includes('--help') || raw.includes('-h');
  if (isRefusal(policy)) {
    const none = isRefusal(snapshot) || isHelp;
    const answer = none ? refusalAnswer(policy) : await askDenied(words.join('.'), 1, snapshot, world);
    return { answer, everywhere, next: 'cap policy check' };
  }
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot), everywhere };
  try {
    const { hidden, factsOf } = govern(policy, snapshot, world.caller);
    const doc = identify(idOfWords(words, snapshot, hidden), snapshot, hidden);
    if (isRefusal(doc)) return { answer: refusalAnswer(doc), everywhere, catalog, optionAt: () => 'CAPABILITY' };
    const { id, version } = snapshot.card(doc);
    const facts = factsOf(id);
    const untold = facts === undefined ? undefined : describeRefusal(policy, facts);
    if (untold !== undefined) {
      // Its options are its contract: none of them is built, or told of.
      const answer = isHelp ? refusalAnswer(untold) : await askDenied(id, version, snapshot, world);
      return { answer, everywhere, catalog, optionAt: () => 'CAPABILITY' };
    }
    const reply = await runCapability(snapshot.contract(doc), snapshot, { raw, words, snapshotFile }, host, settle);
    return { ...reply, catalog, ...readInstead(snapshot.card(doc), snapshotFile) };
  } catch (thrown) {
    if (thrown instanceof SnapshotDamaged) return { answer: failed(thrown), everywhere };
    throw thrown;
  }
}

/** A run that policy denies whatever its arguments are: it is asked for all the same, as the audit is told of it. */
function askDenied(id: string, version: number, snapshot: Snapshot, world: World): Promise<Answer> | Answer {
  const request = {
    version: RUN.version,
    canonical_path: id,
    action_version: version,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    tool_call_id: TYPED_CALL,
    arguments: {},
  };
  return ask(verbOf(RUN), request, world);
}

/** What cannot be run at all is read: the pack by what is in it. */
function readInstead({ id, type }: Card, snapshotFile: string | undefined): { readonly next?: string } {
  if (type === 'action') return {};
  const verb = type === 'pack' ? 'list' : 'inspect';
  return { next: shellLine(['cap', verb, id, ...(snapshotFile === undefined ? [] : ['--snapshot', snapshotFile])]) };
}

type Look = { readonly words: readonly string[]; readonly snapshotFile: string | undefined };

/** The words in front of the first option of a capability, and the snapshot that says what they name. */
function lookAhead(raw: readonly string[]): Look {
  const valued = new Set([
    ...EVERYWHERE_WITH_VALUE,
    '--request-json',
    ARGS_JSON,
    ...RUN.flags.filter(({ flags }) => flags.includes('<')).map(({ flags }) => flags.split(' ')[0] as string),
  ]);
  const words: string[] = [];
  let snapshotFile: string | undefined;
  let inFront = true;
  for (let at = 0; at < raw.length && raw[at] !== '--'; at += 1) {
    const token = raw[at] as string;
    const [name = '', value] = token.split(/=(.*)/s);
    if (name === '--snapshot') snapshotFile = value ?? raw[at + 1];
    if (valued.has(token)) at += 1;
    else if (!token.startsWith('-')) {
      if (inFront) words.push(token);
    } else if (!RESERVED.has(name) && name !== '-h') inFront = false;
  }
  return { words, snapshotFile };
}

async function withoutCapability(
  raw: readonly string[],
  host: Host,
  settle: (command: Command) => Command,
): Promise<Reply> {
  const command = settle(describeRun(new Command('cap run')));
  if (!raw.some((token) => token.startsWith('--request-json'))) command.allowUnknownOption();
  refuseRepeats(command).parse([...raw], { from: 'user' });
  const everywhere = everywhereOf(command);
  const json = jsonRequest(command, host, host.world(everywhere.snapshot), RUN);
  if (json !== undefined) return { answer: await json, everywhere: { ...everywhere, json: true } };
  const message = 'The capability comes first, before its options.';
  const refusal = refuse('usage', { message, expected: 'an id from cap search', example: RUN.examples[0] as string });
  return { answer: refusalAnswer(refusal), everywhere };
}

async function runCapability(
  capability: Capability,
  snapshot: Snapshot,
  { raw, words, snapshotFile }: Look & { readonly raw: readonly string[] },
  host: Host,
  settle: (command: Command) => Command,
): Promise<Reply> {
  const command = new Command(`cap run ${capability.id}`);
  const options = argumentOptions(capability.argumentsSchema, RESERVED).map((option) => ({
    option,
    attribute: addArgument(command, option),
  }));
  addEverywhere(addRequestJson(addFlags(addArgsJson(command), RUN)));
  command.description(aboutOf(capability)).usage('[options]').allowExcessArguments();
  const examples = exampleCalls(
    capability,
    options.map(({ option }) => option),
  );
  command.addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
  refuseRepeats(settle(command)).parse([...raw], { from: 'user' });
  const both = contradiction(raw);
  if (both !== undefined) command.error(`error: '${both}' and its opposite are given together`);

  const everywhere = everywhereOf(command);
  const over = everywhere.snapshot === undefined ? '' : ` --snapshot ${shellWord(everywhere.snapshot)}`;
  const help = `cap run ${capability.id} --help${over}`;
  const jsonGiven = command.getOptionValueSource('requestJson') === 'cli';
  if (jsonGiven)
    command.error(`error: with --request-json everything is in the document, so '${words[0]}' cannot stand beside it`);
  const stray = command.args[words.length];
  if (stray !== undefined) command.error(`error: arguments are given as options, so '${stray}' has no place`);
  if (everywhere.snapshot !== snapshotFile) command.error("error: give '--snapshot' before the arguments");

  const given = options.filter(({ attribute }) => command.getOptionValueSource(attribute) === 'cli');
  const { argsJson } = command.opts<{ argsJson?: string }>();
  const first = given[0];
  if (argsJson !== undefined && first !== undefined) {
    command.error(
      `error: arguments come from ${ARGS_JSON} or from options, so '${first.option.long}' cannot stand beside it`,
    );
  }
  const values = given.map(({ option, attribute }) => [
    option.name,
    argumentValue(
      option,
      isSwitch(option) ? switchValue(option, command, attribute) : command.getOptionValue(attribute),
    ),
  ]);
  const args = argsJson === undefined ? Object.fromEntries(values) : objectIn(argsJson, command);
  const request = {
    tool_call_id: TYPED_CALL,
    ...requestOf(RUN, [capability.id], givenValues(command, RUN.flags)),
    action_version: capability.version,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    arguments: args,
  };
  const optionOf = (pointer: string) => {
    if (pointer === '/canonical_path') return 'CAPABILITY';
    const name = pointer.split('/')[2];
    return options.find(({ option }) => option.name === name)?.option.long ?? optionAt(pointer, RUN.flags);
  };
  const again: Again = {
    line: lineAgain(['cap', 'run'], raw, command),
    token: command.opts<{ confirmationToken?: string }>().confirmationToken,
    untrusted: () => untrustedFile(everywhere.snapshot, host),
  };
  const answer = await ask(verbOf(RUN), request, host.world(everywhere.snapshot));
  const { files: policyFiles } = host.terminal.interactive ? await host.checkPolicy([]) : { files: [] };
  return { answer, everywhere, optionAt: optionOf, help, again, policyFiles };
}

function aboutOf({ title, summary }: Capability): string {
  const texts = [title.en ?? title.zh, title.en === undefined ? undefined : title.zh, '', summary.en ?? summary.zh];
  return texts.filter((text) => text !== undefined).join('\n');
}

function addArgument(command: Command, option: ArgumentOption): string {
  const heading = 'Arguments of the capability:';
  const label = { text: '<text>', integer: '<n>', number: '<number>', json: '<json>', switch: '<true|false>' }[
    option.form
  ];
  const made = new Option(isSwitch(option) ? option.long : `${option.long} ${label}`, option.about);
  command.addOption((option.repeatable ? made.argParser(collect) : made).helpGroup(heading));
  if (option.negatable)
    command.addOption(new Option(option.long.replace('--', '--no-'), 'the opposite').helpGroup(heading));
  return made.attributeName();
}

/** The manifest's own examples as command lines, each under what it is for. */
function exampleCalls(capability: Capability, options: readonly ArgumentOption[]): string[] {
  return capability.examples.flatMap(({ arguments: values, note }) => {
    const words = Object.entries(values).flatMap(([name, value]) => {
      const option = options.find((one) => one.name === name);
      return option === undefined ? [] : wordsOf(option, value);
    });
    const about = note?.en ?? note?.zh;
    return [...(about === undefined ? [] : [`# ${about}`]), `cap run ${[capability.id, ...words].join(' ')}`];
  });
}

function wordsOf(option: ArgumentOption, value: Json): string[] {
  if (isSwitch(option)) {
    if (value === true) return [option.long];
    return option.negatable ? [option.long.replace('--', '--no-')] : [];
  }
  const items: readonly Json[] = option.repeatable && Array.isArray(value) ? value : [value];
  return items.flatMap((item) => [option.long, shellWord(typeof item === 'string' ? item : JSON.stringify(item))]);
}

function isSwitch({ form, repeatable }: ArgumentOption): boolean {
  return form === 'switch' && !repeatable;
}

/** An argument that is itself called `no_…`: the parser notes its option as the opposite of one without the `no`. */
function switchValue({ long }: ArgumentOption, command: Command, attribute: string): boolean {
  return (command.getOptionValue(attribute) === true) !== long.startsWith('--no-');
}

function objectIn(text: string, command: Command): unknown {
  const parsed = parseStrictJson(new TextEncoder().encode(text));
  if (isRefusal(parsed) && parsed.reason !== 'bad_json') {
    return command.error(`error: ${ARGS_JSON}: ${parsed.message} ${parsed.received ?? ''}`.trimEnd());
  }
  const value = isRefusal(parsed) ? null : parsed.value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return command.error(`error: ${ARGS_JSON} takes one JSON object, not '${text}'`);
}
