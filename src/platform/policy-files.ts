/**
 * Which policy files hold here, and their compiled form. On the quick path: without any policy file this is a handful of
 * looks at names that are not there; with one, its text is compared with the text that was compiled last.
 */
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { type Level, NO_POLICY, type Policy } from '../policy/policy.ts';
import { below, parentOf, workingDirectory } from './paths.ts';
import { readRegularText } from './regular-file.ts';
import { configurationPlace, linuxStatePlace } from './state-place.ts';

type Variables = { readonly [name: string]: string | undefined };

export type PolicyHost = {
  readonly environment: Variables;
  readonly cwd: string | undefined;
  /** Further directories whose project files hold, one by one: a call may run elsewhere than this process stands. */
  readonly also?: readonly string[];
  /** Tests put another file here. */
  readonly organisationFile?: string;
};

/**
 * `text` is undefined for a file that is there and cannot be read; `unseen`: nobody can tell whether it is there, as a
 * directory on the way to it may not be entered.
 */
export type PolicyFile = {
  readonly level: Level;
  readonly path: string;
  readonly text: string | undefined;
  readonly unseen?: true;
};

/** What the cold part leaves behind for the quick one. */
export type CompiledPolicy = { readonly version: 1; readonly files: readonly PolicyFile[]; readonly policy: Policy };

const PROJECT_FILE = '.cap-policy.yaml';
/** More rules than a person reads aloud. */
const POLICY_BYTES = 1_048_576;
const ORGANISATION_FILE = '/etc/cap/policy.yaml';

/** The host of this very process. */
export function processPolicyHost(): PolicyHost {
  return { environment: process.env, cwd: workingDirectory() };
}

/** All files that hold here: the organisation's, the user's, and those of each directory and of every one above it. */
export function policyFiles(host: PolicyHost): PolicyFile[] {
  const files: PolicyFile[] = [];
  const add = (level: Level, path: string) => {
    const there = isThere(path);
    // A directory above us that may not be entered is somebody else's; one of our own two places must not be passed over.
    if (there === false || (there === 'unknown' && level === 'project')) return;
    files.push(
      there === 'unknown'
        ? { level, path, text: undefined, unseen: true }
        : { level, path, text: readPolicyText(path) },
    );
  };
  add('organisation', host.organisationFile ?? ORGANISATION_FILE);
  const own = configurationPlace(host.environment);
  if (own !== undefined) add('user', below(own, 'policy.yaml'));
  for (let at = host.cwd; at !== undefined; at = parentOf(at)) {
    add('project', below(at, PROJECT_FILE));
  }
  for (const at of host.also ?? []) add('project', below(at, PROJECT_FILE));
  return files;
}

/** The policy in force, when a quick call goes by it: undefined when the cold part has to compile it, or to note searches. */
export function quickPolicy(host: PolicyHost): Policy | undefined {
  const policy = knownPolicy(host);
  const traces = policy?.settings?.keep?.search_traces ?? 'off';
  return traces === 'off' ? policy : undefined;
}

/** The policy in force, when it can be told without compiling. */
export function knownPolicy(host: PolicyHost): Policy | undefined {
  const files = policyFiles(host);
  if (files.length === 0) return NO_POLICY;
  const state = linuxStatePlace(host.environment);
  const compiled = state === undefined ? undefined : readCompiled(compiledPath(state, files));
  return compiled !== undefined && sameFiles(compiled.files, files) && areOurs(files) ? compiled.policy : undefined;
}

/**
 * Whether this user may write each of these files. The compiled form lies in a directory of this user's, who can write
 * there whatever they like: that is believed only where they could have written the same into the files themselves.
 */
export function areOurs(files: readonly PolicyFile[]): boolean {
  try {
    for (const { path } of files) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where the compiled form of these files is kept. The name only spreads them: their texts decide. */
export function compiledPath(state: string, files: readonly PolicyFile[]): string {
  let hash = 0x811c9dc5;
  for (const { path } of files) {
    for (let at = 0; at < path.length; at += 1) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  }
  return below(state, `policy/${(hash >>> 0).toString(16)}.json`);
}

function readCompiled(path: string): CompiledPolicy | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.uid !== process.getuid?.() || (facts.mode & 0o077) !== 0) return undefined;
    const value = JSON.parse(readFileSync(file, 'utf8')) as CompiledPolicy;
    return value.version === 1 ? value : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether these are the same files with the same texts, each of which was read. */
export function sameFiles(before: readonly PolicyFile[], now: readonly PolicyFile[]): boolean {
  const same = (one: PolicyFile, two: PolicyFile | undefined) =>
    one.text !== undefined && one.level === two?.level && one.path === two.path && one.text === two.text;
  return before.length === now.length && now.every((file, index) => same(file, before[index]));
}

/** Undefined for what cannot be read, and for what is no file of sensible size. */
export function readPolicyText(path: string): string | undefined {
  try {
    return readRegularText(path, POLICY_BYTES);
  } catch {
    return undefined;
  }
}

/** A link that leads nowhere is there: whoever takes away what it led to must not lift the policy. */
function isThere(path: string): boolean | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return 'unknown';
  }
}
