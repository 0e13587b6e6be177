/**
 * Compiled policies on disk, and which of them are believed. A compiled form could say less than the files that it was made
 * of, so it counts only where whoever wrote it could have written the same into the files themselves. On the quick path.
 */
import { accessSync, closeSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import type { Policy } from '../policy/policy.ts';
import { checksum } from '../snapshot/checksum.ts';
import { isThere } from './is-there.ts';
import { below, parentOf } from './paths.ts';
import { type PolicyFile, type PolicyHost, policyFiles } from './policy-files.ts';
import { openRegular } from './regular-file.ts';
import { linuxStatePlace } from './state-place.ts';

/** Another number for each change of what a form means. */
const FORM = 4;
/** What the checksum takes at a time, and room for it at the end. */
const LANES_BYTES = 32;

/** What is written to disk: a line with what the files come to, one with their texts, and a checksum against damage. */
export function sealCompiled(policy: Policy, files: readonly PolicyFile[]): Uint8Array {
  const lines = `${JSON.stringify(policy)}\n${JSON.stringify(files)}\n`;
  const body = Buffer.from(lines + ' '.repeat(-Buffer.byteLength(lines) & (LANES_BYTES - 1)));
  return Buffer.concat([body, Buffer.from(checksum(body, FORM).join().padStart(LANES_BYTES))]);
}

/**
 * What the files that hold here come to, policy by policy, where it can be told without compiling: the organisation's by
 * the form beside it, the others by the form in the caller's own state.
 */
export function compiledPolicies(host: PolicyHost): Policy[] | undefined {
  const files = policyFiles(host);
  const state = linuxStatePlace(host.environment);
  const beside = policyBeside(files);
  const known = beside === undefined ? [] : [beside];
  const rest = files.slice(known.length);
  if (rest.length === 0) return known;
  const own = state === undefined || !areOurs(rest) ? undefined : readForm(ownPath(state, rest), rest, isMine);
  return own === undefined ? undefined : [...known, own];
}

/** The organisation's policy by the form beside its file; undefined: there is none that is believed. */
export function policyBeside([first]: readonly PolicyFile[]): Policy | undefined {
  return first?.level === 'organisation'
    ? readForm(besidePath(first.path), [first], (facts) => isAsGoodAs(first.path, facts))
    : undefined;
}

/** Where the compiled form of an organisation's policy lies: beside it. */
export function besidePath(policyFile: string): string {
  return policyFile.replace(/(\.yaml)?$/, '.compiled');
}

/** Where the compiled form of these files is kept. The name only spreads them: their texts decide. */
export function ownPath(state: string, files: readonly PolicyFile[]): string {
  const name = Buffer.from(files.map(({ path }) => path).join()).toString('base64url');
  return below(state, `policy/${name.slice(-NAME_LENGTH)}`);
}

/** What any file system takes for a name, with room for a draft's. The end of the paths is where they differ. */
const NAME_LENGTH = 160;

/**
 * Whether this user may write each of these files. A form that lies in a directory of this user's, who can write there
 * whatever they like, is believed only then.
 */
export function areOurs(files: readonly PolicyFile[]): boolean {
  try {
    for (const { path } of files) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whoever wrote it owns the policy as well, and nobody else can: not into the file, nor another one in its place. That no
 * other may write the directory also counts where owners are not told apart, as in a user namespace without them.
 */
export function isAsGoodAs(policyFile: string, { uid, mode }: Stats): boolean {
  const directory = statSync(parentOf(policyFile) ?? '/');
  return uid === statSync(policyFile).uid && ((mode | directory.mode) & 0o022) === 0;
}

function isMine({ uid, mode }: Stats): boolean {
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

/** Undefined where it is not there, not believed, not whole, or made of other texts. */
function readForm(path: string, files: readonly PolicyFile[], believed: (facts: Stats) => boolean): Policy | undefined {
  if (!isThere(path)) return undefined;
  try {
    const { fd, facts } = openRegular(path, constants.O_NOFOLLOW);
    try {
      if (!believed(facts)) return undefined;
      const bytes = readFileSync(fd);
      const [policy = '', texts, sum] = bytes.toString().split('\n');
      const isWhole = sum?.trimStart() === checksum(bytes.subarray(0, -LANES_BYTES), FORM).join();
      return isWhole && texts === JSON.stringify(files) ? (JSON.parse(policy) as Policy) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
