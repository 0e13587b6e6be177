/**
 * Which policy files hold here, and what they say. On the quick path: without any policy file this is a handful of looks at
 * names that are not there.
 */
import type { Level } from '../policy/policy.ts';
import { isThere } from './is-there.ts';
import { below, parentOf, workingDirectory } from './paths.ts';
import { readRegularText } from './regular-file.ts';
import { configurationPlace } from './state-place.ts';

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

/** A project's own, in its directory. */
export const PROJECT_FILE = '.cap-policy.yaml';
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
    // Whoever takes away what a link leads to must not lift the policy.
    const there = isThere(path);
    if (there === true) files.push({ level, path, text: readPolicyText(path) });
    // A directory above us that may not be entered is somebody else's; one of our own two places must not be passed over.
    else if (there && level !== 'project') files.push({ level, path, text: undefined, unseen: true });
  };
  add('organisation', organisationFile(host));
  const own = configurationPlace(host.environment);
  if (own !== undefined) add('user', below(own, 'policy.yaml'));
  for (let at = host.cwd; at !== undefined; at = parentOf(at)) {
    add('project', below(at, PROJECT_FILE));
  }
  for (const at of host.also ?? []) add('project', below(at, PROJECT_FILE));
  return files;
}

/** Where an organisation's policy stands. */
export function organisationFile(host: PolicyHost): string {
  return host.organisationFile ?? ORGANISATION_FILE;
}

/** The level of a file that somebody names: a project's and the organisation's by where they stand, any other is a user's. */
export function levelOf(path: string, host: PolicyHost): Level {
  if (path === organisationFile(host)) return 'organisation';
  return path === PROJECT_FILE || path.endsWith(`/${PROJECT_FILE}`) ? 'project' : 'user';
}

/** Undefined for what cannot be read, and for what is no file of sensible size. */
export function readPolicyText(path: string): string | undefined {
  try {
    return readRegularText(path, POLICY_BYTES);
  } catch {
    return undefined;
  }
}
