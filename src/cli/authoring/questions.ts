/** The TABLE of what is asked at a terminal about a new capability, in the order of asking. It knows no manifest's rules. */
import type { Ask } from './insist.ts';

/** What can be made anew. */
export type Kind = 'action' | 'recipe' | 'pack';

/** Flags as the parser gives them; what was not given is undefined or empty. */
export type Flags = {
  title?: string | undefined;
  summary?: string | undefined;
  alias: string[];
  when: string[];
  not: string[];
  entity: string[];
  intent: string[];
  argument: string[];
  example: string[];
  sideEffect?: string | undefined;
  affects: string[];
  verify: string[];
  step: string[];
  done?: string | undefined;
  stop?: string | undefined;
  command: string[];
};

export type Flag = keyof Flags;

/** What is wrong with the value of this flag, as one line; the other flags of `said` are right. */
export type Judge = (said: Partial<Flags>, flag: Flag | 'id') => string | undefined;

export type Interview = {
  /** What the command line said, good or not. */
  readonly given: Flags;
  readonly kind: Kind;
  readonly ask: Ask;
  readonly judge: Judge;
  /** The tags that the texts name. */
  readonly propose: (said: Partial<Flags>) => Pick<Flags, 'entity' | 'intent'>;
  /** The terms that there are for a flag, those near to the texts apart. */
  readonly known: (flag: 'entity' | 'intent', said: Partial<Flags>) => { readonly near: readonly string[] };
};

export type Question = {
  readonly flag: Flag;
  readonly text: string;
  readonly of: readonly Kind[];
  /** The parts of a manifest that the answer becomes: whoever complains of one of them complains of the answer. */
  readonly parts: readonly string[];
  /** What the answer is to its flag: the text itself, one text of several, or several words. */
  readonly as: 'text' | 'texts' | 'words';
  /** Asked only of what changes something. */
  readonly ofChanges?: true;
};

const ALL: readonly Kind[] = ['action', 'recipe', 'pack'];
const FOUND: readonly Kind[] = ['action', 'recipe'];

/** What it is, how it is found, what it does. */
export const QUESTIONS: readonly Question[] = [
  { flag: 'title', text: 'Title, Chinese | English', of: ALL, as: 'text', parts: ['title'] },
  {
    flag: 'summary',
    text: 'What comes back and from what, Chinese | English',
    of: ALL,
    as: 'text',
    parts: ['summary'],
  },
  { flag: 'alias', text: 'What people say who want it, Chinese | English', of: FOUND, as: 'texts', parts: ['aliases'] },
  {
    flag: 'when',
    text: 'A situation where it is right, Chinese | English',
    of: ALL,
    as: 'texts',
    parts: ['when_to_use'],
  },
  {
    flag: 'not',
    text: 'A situation where it is wrong, Chinese | English [| id to take instead]',
    of: ALL,
    as: 'texts',
    parts: ['when_not_to_use'],
  },
  {
    flag: 'sideEffect',
    text: 'What it changes: R nothing (it reads), W-local this machine, W-shared what others see, I what never comes back',
    of: ['action'],
    as: 'text',
    parts: ['side_effect', 'risk_level', 'confirmation'],
  },
  {
    flag: 'entity',
    text: 'What it is about: file, or another term',
    of: ALL,
    as: 'words',
    parts: ['entities'],
  },
  {
    flag: 'intent',
    text: 'What is wanted: list, or another term',
    of: FOUND,
    as: 'words',
    parts: ['intents'],
  },
  {
    flag: 'command',
    text: 'The command, {name} for an argument (du -s -- {directory})',
    of: ['action'],
    parts: ['handler', 'requires'],
    as: 'words',
  },
  {
    flag: 'affects',
    text: 'What it touches, {name} for an argument',
    of: ['action'],
    as: 'texts',
    parts: ['affected_resources'],
    ofChanges: true,
  },
  {
    flag: 'verify',
    text: 'The id of what tells whether it worked',
    of: ['action'],
    parts: ['verifies'],
    as: 'words',
    ofChanges: true,
  },
  { flag: 'done', text: 'How to tell that it worked, Chinese | English', of: ['recipe'], as: 'text', parts: ['body'] },
  { flag: 'stop', text: 'When to stop, Chinese | English', of: ['recipe'], as: 'text', parts: ['body'] },
];

/** What is asked for each `{name}` of the command and for each step, and the id, which is not asked for. */
const BESIDE: { readonly [flag: string]: readonly string[] | undefined } = {
  argument: ['arguments_schema'],
  example: ['examples'],
  step: ['body'],
  id: ['id', 'type'],
};

/** The flag that a part of the manifest comes from. */
export function flagOfPart(part: string, kind: Kind): Flag | undefined {
  const question = QUESTIONS.find(({ parts, of }) => parts.includes(part) && of.includes(kind));
  if (kind === 'recipe' && part === 'body') return 'step';
  return question?.flag ?? (['argument', 'example'] as const).find((flag) => BESIDE[flag]?.includes(part));
}

/** The parts that an answer becomes. */
export function partsOf(flag: Flag | 'id'): readonly string[] {
  return BESIDE[flag] ?? QUESTIONS.find((one) => one.flag === flag)?.parts ?? [];
}
