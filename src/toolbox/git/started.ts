/**
 * Which programs a writing call of git would start because the repository names them: hooks, filters, drivers, what signs
 * and what carries data elsewhere. One look for every action: whoever says yes sees them, the yes is for these, and where
 * nobody is asked they are the reason to ask. Nothing is started but git.
 */
import { resolve } from 'node:path';
import type { Json, Preview } from '../tool.ts';
import { type Configuration, configurationAt, configurationHash, isOn, lastOf, type Setting } from './configuration.ts';
import { Look } from './content.ts';
import { maskAddresses } from './credentials.ts';
import { hooksAreOwn, hooksAt } from './hooks.ts';
import { nestedIn } from './nested.ts';
import type { Repository } from './repository.ts';
import { HELPERS } from './settings.ts';

/** What git does in an action, as far as that decides what it starts. */
export type Doing =
  | 'commits'
  | 'rewrites'
  | 'tags'
  | 'filters'
  | 'checks_out'
  | 'merges'
  | 'rebases'
  | 'talks'
  | 'sends';

type Kind = {
  readonly hooks?: readonly string[];
  /** Names of settings whose values name a program. */
  readonly settings?: RegExp;
  /** Switches under which a signature is made or looked at. */
  readonly signs?: readonly string[];
};

const KINDS: { readonly [doing in Doing]: Kind } = {
  commits: {
    hooks: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit'],
    signs: ['commit.gpgsign'],
  },
  rewrites: { hooks: ['post-rewrite'] },
  tags: { signs: ['tag.gpgsign', 'tag.forcesignannotated'] },
  filters: { settings: /^filter\..*\.(?:clean|smudge|process)$/s },
  checks_out: { hooks: ['post-checkout'] },
  merges: {
    hooks: ['post-merge'],
    // A strategy that git does not know is a program of that name.
    settings: /^(?:merge\..+\.driver|branch\..+\.mergeoptions|pull\.(?:twohead|octopus))$/s,
    signs: ['merge.verifysignatures'],
  },
  rebases: { hooks: ['pre-rebase', 'applypatch-msg', 'pre-applypatch', 'post-applypatch'] },
  talks: {
    settings:
      /^(?:core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand)|remote\..+\.(?:uploadpack|receivepack|vcs)|credential\.(?:.+\.)?helper)$/s,
  },
  sends: { hooks: ['pre-push'], signs: ['push.gpgsign'] },
};

/** Of every writing call: git tells these of each reference and each index that it writes. */
const ALWAYS: Kind = {
  hooks: ['reference-transaction', 'post-index-change'],
  settings: /^hook\..+\.command$/s,
};

/** In a repository that receives a push on this machine. */
export const RECEIVING = [
  ...['pre-receive', 'reference-transaction', 'update', 'proc-receive', 'post-receive', 'post-update'],
  ...['push-to-checkout', 'post-index-change', 'pre-auto-gc'],
];

const SIGNING = /^gpg\.(?:(?:openpgp|x509|ssh)\.)?(?:program|defaultkeycommand)$/;
/** An address that a program of its own speaks to: "ext::" starts what follows. */
const SPOKEN_BY = /^[\w+.-]+::/;
/** Characters of a command that are shown. */
const SHOWN = 300;

/** What is known of the programs of an action, and the configuration that they and everything else hang on. */
export type Started = {
  readonly configuration: Configuration;
  /** Sentences: what a person sees of each program that the repository names. */
  readonly programs: readonly string[];
  readonly state: { readonly configuration: string; readonly hooks: Json; readonly settings: Json };
};

type More = {
  /** Hooks of other repositories that take part. */
  readonly hooks?: readonly string[];
  /** Commits that the working tree comes to, beside the one where it is. */
  readonly revisions?: readonly string[];
};

export async function whatStarts(
  repository: Repository,
  doing: readonly Doing[],
  { hooks: theirs = [], revisions = [] }: More = {},
): Promise<Started> {
  const { directory, root } = repository;
  const configuration = await configurationAt(directory);
  // What a partial clone lacks is fetched while it is worked on.
  const isPartial = configuration.some(({ name }) => /^(?:extensions\.partialclone|remote\..+\.promisor)$/s.test(name));
  const kinds = [ALWAYS, ...[...new Set(isPartial ? [...doing, 'talks' as const] : doing)].map((one) => KINDS[one])];
  const here = await hooksAt(directory, new Set(kinds.flatMap(({ hooks = [] }) => hooks)));
  const named = configuration.filter((setting) => kinds.some((kind) => isNamedBy(kind, setting)));
  const signing = signingOf(configuration, new Set(kinds.flatMap(({ signs = [] }) => signs)));
  // Whether a file has changed is asked in each repository that stands in this one as well.
  const nested = doing.includes('filters') ? await nestedIn(root, revisions) : [];
  const inner = nested.flatMap((one) =>
    one.configuration.filter(isNamedInside).map((setting) => ({ ...one, setting })),
  );
  const elsewhere = [...theirs, ...nested.flatMap(({ hooks }) => hooks)];
  const look = new Look();
  const hooks = [...here, ...elsewhere].map((path) => [path, look.at(path, 'follow')]);
  const settings = [
    ...[...named, ...signing].map((setting) => ({ directory: root, setting })),
    ...inner.map(({ directory: place, setting }) => ({ directory: place, setting })),
  ];
  return {
    configuration,
    programs: [
      ...(hooksAreOwn(configuration, root) ? [] : here).map(hookSentence),
      ...elsewhere.map(hookSentence),
      ...named.filter(({ isOwn }) => !isOwn).map((setting) => settingSentence(setting)),
      ...signing.filter(({ isOwn }) => !isOwn).map(signingSentence),
      ...inner
        .filter(({ setting }) => !setting.isOwn)
        .map(({ setting, directory: place }) => settingSentence(setting, ` ${place}`)),
    ],
    state: {
      configuration: configurationHash(configuration),
      hooks,
      settings: settings.map(({ directory: place, setting: { name, value } }) => [
        ...[place, name, maskAddresses(value)],
        filesOf(value, place, look),
      ]),
    },
  };
}

/** What an action does, with the programs that it starts: shown, bound, and told apart. */
export function withPrograms({ affected, state, programs = [] }: Preview, started: Started): Preview {
  const [first = [], ...more] = affected.map((line) => [line]);
  const all = [...programs, ...started.programs];
  return { affected: [...first, ...all, ...more.flat()], state: { of: state, ...started.state }, programs: all };
}

/** Of the addresses that hold in the end, wherever they were found: those that a program of their own speaks to. */
export function spokenTo(addresses: readonly string[]): string[] {
  const found = addresses.filter((address) => SPOKEN_BY.test(address));
  return found.map((address) => `the repository names a program in an address: ${shown(address)}`);
}

function hookSentence(path: string): string {
  return `the hook ${path} is started`;
}

function settingSentence({ name, value }: Pick<Setting, 'name' | 'value'>, place = ''): string {
  return `${name} of the repository${place} names a program: ${shown(value)}`;
}

function signingSentence({ name, value }: Setting): string {
  return SIGNING.test(name) ? settingSentence({ name, value }) : `${name} of the repository has a program sign`;
}

function shown(value: string): string {
  const text = maskAddresses(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function isNamedBy({ settings }: Kind, { name, value }: Setting): boolean {
  if (settings === undefined || value === '') return false;
  if (settings === KINDS.talks.settings && isSpokenBy(name, value)) return true;
  return settings.test(name) && !(name.startsWith('credential.') && HELPERS.test(value));
}

/** What a look into a nested repository starts: it takes that one's own monitor of files, too. */
function isNamedInside(setting: Setting): boolean {
  if (setting.name === 'core.fsmonitor') return !/^(?:true|false|yes|no|on|off|\d*)$/i.test(setting.value);
  return [ALWAYS, KINDS.filters].some((kind) => isNamedBy(kind, setting));
}

function isSpokenBy(name: string, value: string): boolean {
  if (/^remote\..+\.(?:url|pushurl)$/s.test(name)) return SPOKEN_BY.test(value);
  return /^url\..+\.(?:insteadof|pushinsteadof)$/s.test(name) && SPOKEN_BY.test(name.slice('url.'.length));
}

/** The switch that is on and every program that it may lead to; empty where nothing is signed. */
function signingOf(configuration: Configuration, switches: ReadonlySet<string>): Setting[] {
  const on = [...switches].flatMap((name) => lastOf(configuration, name) ?? []).filter(isOn);
  if (on.length === 0) return [];
  return [...on, ...configuration.filter(({ name, value }) => SIGNING.test(name) && value !== '')];
}

/** Words of a command that are files: a program by its path, and a script that is handed to one. */
function filesOf(command: string, root: string, look: Look): Json {
  const words = command.split(/[\s'"`;|&()<>=]+/).filter((word) => word !== '' && word !== '.' && word !== '..');
  return [...new Set(words)].map((word) => look.at(resolve(root, word), 'follow'));
}
