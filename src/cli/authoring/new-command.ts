/** `cap catalog new ID`: the flags of the command, and what is asked where a person is at the terminal. */
import { type Command, Option } from 'commander';
import { SIDE_EFFECTS, type SideEffect } from '../../capability/capability.ts';
import { isRefusal, type Refusal, refuse } from '../../reason/refusal.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { ownVocabulary } from '../catalog-compile.ts';
import type { Work } from '../catalog-work.ts';
import type { Host } from '../host.ts';
import { actionDraft, packDraft, recipeDraft, type Said } from './draft.ts';
import { type Ask, askMissing, type Flags, type Kind } from './questions.ts';
import { proposeTerms } from './terms.ts';
import { Unreadable } from './unreadable.ts';
import { placeOf, writeNew } from './write-new.ts';

type Options = Flags & { type?: Kind; directory: string; network: string; output: string };

const TEXT = 'Chinese | English';

export function describeNew(command: Command): Command {
  const list = (value: string, before: string[]) => [...before, value];
  const many = (flags: string, about: string) => new Option(flags, about).argParser(list).default([], 'none');
  return command
    .argument('<id>', 'where it belongs and what it is called: team.sizes')
    .argument('[command...]', 'behind --: what it runs; {name} stands for an argument')
    .option('-d, --directory <directory>', 'the catalog', 'catalog')
    .addOption(new Option('--type <type>', 'an id without a dot is a pack').choices(['action', 'recipe', 'pack']))
    .option('--title <text>', TEXT)
    .option('--summary <text>', `what comes back and from what, ${TEXT}`)
    .addOption(many('--alias <text>', `what people say who want it, ${TEXT}`))
    .addOption(many('--when <text>', `a situation where it is right, ${TEXT}`))
    .addOption(many('--not <text>', `a situation where it is wrong, ${TEXT} [| id to take instead]`))
    .addOption(many('--entity <term>', 'what it is about; taken from the texts when left out'))
    .addOption(many('--intent <term>', 'what a person wants; taken from the texts when left out'))
    .addOption(many('--argument <text>', `NAME[?][:path|text|integer|number] = ${TEXT}`))
    .addOption(many('--example <call>', 'NAME=VALUE NAME=VALUE, or a JSON object; two of them'))
    .addOption(new Option('--side-effect <effect>', 'what it changes').choices([...SIDE_EFFECTS]))
    .addOption(many('--affects <text>', 'what it touches, when it changes something'))
    .addOption(many('--verify <id>', 'the capability that tells whether it worked'))
    .addOption(many('--step <text>', `of a recipe: what to do, {cap:ID} for a capability, ${TEXT}`))
    .option('--done <text>', `of a recipe: how to tell that it worked, ${TEXT}`)
    .option('--stop <text>', `of a recipe: when to stop, ${TEXT}`)
    .addOption(new Option('--network <policy>').choices(['none', 'loopback', 'outbound']).default('none'))
    .addOption(new Option('--output <format>').choices(['text', 'json', 'jsonl', 'lines']).default('text'));
}

/** The examples of its help; the first one is the whole of what an action needs. */
export const NEW_EXAMPLES = [
  'cap catalog new team.sizes        (asks, on a terminal)',
  `cap catalog new team -d my-catalog --title '团队工具 | Team tools' --summary … --when … --not …`,
  `cap catalog new team.release_guide --type recipe --step '先看 {cap:git.status} | Look at {cap:git.status}' …`,
];

/** Makes the manifest, or says all that is missing. */
export async function newCapability(id: string, command: readonly string[], options: Options, host: Host) {
  const given: Options = { ...options, command: [...command] };
  const kind = given.type ?? (id.includes('.') ? 'action' : 'pack');
  const isPack = kind === 'pack';
  const place = placeOf(given.directory, id, isPack);
  if (host.catalog.exists(place)) {
    const message = 'This capability is there already; it was not touched.';
    return refused(refuse('usage', { message, received: place }));
  }
  const pack = id.split('.').slice(0, -1).join('.');
  if (pack !== '' && !host.catalog.exists(placeOf(given.directory, pack, true))) {
    const message = `The pack ${pack} is not there yet; it comes first.`;
    return refused(refuse('usage', { message, example: `cap catalog new ${pack} --type pack -d ${given.directory}` }));
  }
  const conversation = host.converse();
  try {
    const ask: Ask = async (question) => {
      const answer = await conversation?.ask(question);
      return answer?.kind === 'typed' ? answer.line : undefined;
    };
    const asked = conversation === undefined || (await askMissing(given, kind, ask));
    if (!asked)
      return refused(refuse('interrupted', { message: 'You left before the last question: nothing was written.' }));
  } finally {
    conversation?.close();
  }
  const missing = missingFlags(given, kind);
  if (missing.length > 0) {
    const expected = `also ${missing.join(', ')}; on a terminal they are asked for`;
    return refused(refuse('usage', { message: 'More is needed for a whole manifest; nothing was written.', expected }));
  }
  const whole = withTerms(given, host);
  if (whole.entity.length > 0 && (isPack || whole.intent.length > 0)) return await draftAndWrite(id, kind, whole, host);
  const flag = whole.entity.length === 0 ? '--entity' : '--intent';
  const message = `${flag} is needed: the texts name no term of the vocabulary.`;
  const expected = 'terms of lexicon/vocabulary.yaml';
  return refused(refuse('usage', { message, expected, example: '--entity directory --entity size --intent list' }));
}

async function draftAndWrite(id: string, kind: Kind, given: Options, host: Host): Promise<Work> {
  const { title = '', summary = '', done = '', stop = '' } = given;
  const said: Said = { ...given, id, title, summary, done, stop, sideEffect: given.sideEffect as SideEffect };
  const draft = { action: actionDraft, recipe: recipeDraft, pack: packDraft }[kind];
  try {
    return await writeNew(draft(said), id, given.directory, kind === 'pack', host.catalog);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return refused(refuse('usage', { message: `${thrown.flag}: ${thrown.message}.` }));
  }
}

function missingFlags(given: Options, kind: Kind): string[] {
  type Needed = readonly [name: string, value: string | readonly string[] | undefined];
  const all: Needed[] = [
    ['--title', given.title],
    ['--summary', given.summary],
    ['--when', given.when],
    ['--not', given.not],
  ];
  const more: Record<Kind, Needed[]> = {
    pack: [],
    action: [
      ['--alias', given.alias],
      ['--side-effect', given.sideEffect],
      ['the command behind --', given.command],
    ],
    recipe: [
      ['--alias', given.alias],
      ['--step', given.step],
      ['--done', given.done],
      ['--stop', given.stop],
    ],
  };
  return [...all, ...more[kind]].filter(([, value]) => value === undefined || value.length === 0).map(([name]) => name);
}

/** Tags that were not given come from the texts; the compiler asks for what is still missing. */
function withTerms(given: Options, host: Host): Options {
  const own = host.catalog.defaultSnapshot();
  const vocabulary = isRefusal(own) ? undefined : ownVocabulary(own);
  const texts = [given.title ?? '', given.summary ?? '', ...given.alias, ...given.when];
  const entity = given.entity.length > 0 ? given.entity : proposeTerms(vocabulary, 'domain', texts);
  const intent = given.intent.length > 0 ? given.intent : proposeTerms(vocabulary, 'action', texts);
  return { ...given, entity, intent: intent.length > 0 || given.sideEffect !== 'R' ? intent : ['query'] };
}

function refused(refusal: Refusal): Work {
  return { answer: refusalAnswer(refusal) };
}
