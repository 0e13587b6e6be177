/** `cap catalog new ID`: the flags of the command, and what is asked where a person is at the terminal. */
import { type Command, Option } from 'commander';
import { SIDE_EFFECTS } from '../../capability/capability.ts';
import { type Refusal, refuse } from '../../reason/refusal.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import type { Work } from '../catalog-work.ts';
import type { CatalogFiles, Host } from '../host.ts';
import { cleanText } from '../render/screen.ts';
import type { Ask } from './insist.ts';
import { askAll, askAnew } from './interview.ts';
import { complaintAbout } from './judge.ts';
import { type Flag, type Flags, type Interview, type Judge, type Kind, partsOf } from './questions.ts';
import { placeOf, type Settings, type Site, siteOf } from './site.ts';
import { termList } from './terms.ts';
import { typedAgain } from './typed-again.ts';
import { Unreadable } from './unreadable.ts';
import { type Attempt, writeNew } from './write-new.ts';

type Options = Flags & Settings & { type?: Kind };

/** What holds when nothing is said. */
const DEFAULTS = { directory: 'catalog', network: 'none', output: 'text' } as const;

const TEXT = 'Chinese | English';

export function describeNew(command: Command): Command {
  const list = (value: string, before: string[]) => [...before, value];
  const many = (flags: string, about: string) => new Option(flags, about).argParser(list).default([], 'none');
  return command
    .argument('<id>', 'where it belongs and what it is called: team.sizes')
    .argument('[command...]', 'behind --: what it runs; {name} stands for an argument')
    .option('-d, --directory <directory>', 'the catalog', DEFAULTS.directory)
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
    .addOption(new Option('--network <policy>').choices(['none', 'loopback', 'outbound']).default(DEFAULTS.network))
    .addOption(new Option('--output <format>').choices(['text', 'json', 'jsonl', 'lines']).default(DEFAULTS.output));
}

/** The examples of its help; the first one is the whole of what an action needs. */
export const NEW_EXAMPLES = [
  'cap catalog new team.sizes        (asks, on a terminal)',
  `cap catalog new team -d my-catalog --title '团队工具 | Team tools' --summary … --when … --not …`,
  `cap catalog new team.release_guide --type recipe --step '先看 {cap:team.sizes} | Look at {cap:team.sizes}' …`,
];

/** Makes the manifest, or says all that is missing. */
export async function newCapability(
  id: string,
  command: readonly string[],
  options: Options,
  host: Host,
): Promise<Attempt> {
  const given: Options = { ...options, command: [...command] };
  const kind = given.type ?? (id.includes('.') ? 'action' : 'pack');
  const place = placeOf(given.directory, id, kind);
  if (host.catalog.exists(place)) {
    const message = 'This capability is there already; it was not touched.';
    return refused(refuse('usage', { message, received: place }));
  }
  const site = siteOf(id, kind, given, host.catalog);
  if ('answer' in site) return site;
  const conversation = host.converse();
  if (conversation === undefined) return make(given, site, host.catalog);
  try {
    const ask: Ask = async (question) => {
      const answer = await conversation.ask(cleanText(question));
      return answer.kind === 'typed' ? answer.line : undefined;
    };
    return await converse(given, site, ask, host.catalog);
  } finally {
    conversation.close();
  }
}

/** Asks until it is written. Where it is not, the command that comes next holds all that was said. */
async function converse(given: Options, site: Site, ask: Ask, files: CatalogFiles): Promise<Attempt> {
  const wrongId = complaintAbout({}, 'id', site);
  if (wrongId !== undefined) return refused(refuse('usage', { message: wrongId, received: site.id }));
  const said: Partial<Flags> = {};
  const judge: Judge = (flags, flag) => complaintAbout(flags, flag, site);
  const interview: Interview = { given, kind: site.kind, ask, judge, propose: site.propose, known: site.known };
  let stays: boolean | undefined = await askAll(said, interview);
  for (;;) {
    const next = typedAgain(lineOf(site), { ...given, ...said });
    if (stays === false) {
      const message = 'You left before the last question: nothing was written. The next command goes on from here.';
      return { ...refused(refuse('interrupted', { message, example: next })), next };
    }
    const attempt = await make({ ...given, ...said }, site, files);
    if (attempt.answer.exitCode === 0) return attempt;
    const { wrong } = attempt;
    stays = wrong === undefined ? undefined : await askAnew(said, wrong.part, wrong.message, interview);
    if (stays === undefined) return { ...attempt, next };
  }
}

async function make(given: Flags, site: Site, files: CatalogFiles): Promise<Attempt> {
  const { kind } = site;
  const missing = missingFlags(given, kind);
  if (missing.length > 0) {
    const expected = `also ${missing.join(', ')}; on a terminal they are asked for`;
    return refused(refuse('usage', { message: 'More is needed for a whole manifest; nothing was written.', expected }));
  }
  const tags = site.propose(given);
  if (tags.entity.length === 0 || (kind !== 'pack' && tags.intent.length === 0)) {
    const flag = tags.entity.length === 0 ? 'entity' : 'intent';
    const message = `--${flag} is needed: the texts name no term of the vocabulary for ${ABOUT_TERM[flag]}.`;
    const known = site.known(flag, given);
    const example = `--${flag} ${known.near[0] ?? site.terms[flag]}`;
    return refused(refuse('usage', { message, expected: termList(known), example }));
  }
  try {
    return await writeNew({ ...given, ...tags }, site, files);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    const [part = ''] = partsOf(thrown.flag.slice('--'.length) as Flag);
    const refusal = refuse('usage', { message: `${thrown.flag}: ${thrown.message}.` });
    return { ...refused(refusal), wrong: { part, message: thrown.message } };
  }
}

const ABOUT_TERM = { entity: 'what it is about', intent: 'what a person wants' } as const;

/** The words in front of what was said. */
function lineOf({ id, kind, directory, network, output, withBuiltin }: Site): string[] {
  return [
    ...['cap', 'catalog', 'new', id],
    ...(kind === (id.includes('.') ? 'action' : 'pack') ? [] : ['--type', kind]),
    ...(directory === DEFAULTS.directory ? [] : ['-d', directory]),
    ...(network === DEFAULTS.network ? [] : ['--network', network]),
    ...(output === DEFAULTS.output ? [] : ['--output', output]),
    ...(withBuiltin ? ['--with-builtin'] : []),
  ];
}

function missingFlags(given: Flags, kind: Kind): string[] {
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

function refused(refusal: Refusal): Work {
  return { answer: refusalAnswer(refusal) };
}
