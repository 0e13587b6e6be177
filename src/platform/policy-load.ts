/** Compiles the policy files that hold here and leaves the result for the quick path. A policy with a fault denies everything. */
import { dirname } from 'node:path';
import type { Diagnostic } from '../compile/diagnostic.ts';
import { type ParsedSource, parseSource } from '../compile/parse.ts';
import { compilePolicy, type PolicySource } from '../policy/compile-policy.ts';
import { namedIds } from '../policy/named-ids.ts';
import { type Conditions, NO_POLICY, type Policy } from '../policy/policy.ts';
import { askedConditions, type ToldFacts, toldFacts } from '../policy/told-facts.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { areOurs, ownPath, policyBeside, sealCompiled } from './compiled-policy.ts';
import { knownPolicy } from './known-policy.ts';
import { levelOf, type PolicyFile, type PolicyHost, policyFiles, readPolicyText } from './policy-files.ts';
import { withOutcome } from './policy-outcome.ts';
import { replaceWhole } from './private-file.ts';
import { openState } from './state-directory.ts';

export type PolicyProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** What was found in policy files; `policy` is absent when they cannot be used. */
export type PolicyFindings = {
  readonly files: readonly PolicyFile[];
  readonly problems: readonly PolicyProblem[];
  /** Absent with `policy` when they cannot be used: the ids that they name. */
  readonly ids?: readonly NamedId[];
  /** And what their examples say of them. */
  readonly told?: readonly (Place & ToldFacts)[];
  /** And what their rules ask for. */
  readonly asked?: readonly (Place & { readonly conditions: Conditions })[];
  readonly policy?: Policy;
};

type Place = Omit<PolicyProblem, 'message'>;
export type NamedId = Place & { readonly id: string };

/** Of this process: what nobody else can write. It spares the steps of one call from compiling an organisation's file each. */
let latest: { readonly texts: string; readonly policy: Policy } | undefined;

/** The policy in force, or the refusal that stands for everything. */
export function loadPolicy(host: PolicyHost): Policy | Refusal {
  const known = knownPolicy(host);
  if (known !== undefined) return known;
  const files = policyFiles(host);
  const texts = JSON.stringify(files);
  if (latest !== undefined && latest.texts === texts) return latest.policy;
  const policy = compileFiles(files);
  if (isProblems(policy)) return broken(policy);
  latest = { texts, policy };
  keep(host, files, policy);
  return policy;
}

/** What these files come to, or those that hold here, with every problem. */
export function checkPolicy(host: PolicyHost, named: readonly string[]): PolicyFindings {
  const files =
    named.length === 0
      ? policyFiles(host)
      : named.map((path): PolicyFile => ({ level: levelOf(path, host), path, text: readPolicyText(path) }));
  const policy = compileFiles(files);
  if (isProblems(policy)) return { files, problems: policy };
  const all = <T>(find: (value: unknown) => readonly (T & Found)[]) => files.flatMap((file) => placed(file, find));
  return { files, problems: [], policy, ids: all(namedIds), told: all(toldFacts), asked: all(askedConditions) };
}

type Found = { readonly path: readonly (string | number)[] };

/** What is found in a file that could be compiled, and where it stands. */
function placed<T>(file: PolicyFile, find: (value: unknown) => readonly (T & Found)[]): (Place & Omit<T, 'path'>)[] {
  const source = parse(file);
  if (Array.isArray(source)) return [];
  return find(source.value).map(({ path, ...one }) => ({ file: file.path, ...source.locate(path), ...one }));
}

function parse({ path, text = '' }: PolicyFile): ParsedSource | Diagnostic[] {
  return parseSource({ path, bytes: new TextEncoder().encode(text) });
}

const UNREADABLE = 'the file is there and cannot be read: make it a regular file that this user may read';
const UNSEEN =
  'nobody can tell whether there is such a file, as a directory on the way to it may not be entered: let this user ' +
  'enter it, or set HOME or XDG_CONFIG_HOME to a directory of their own';

/** The policy of files that are read already, or every problem. */
export function compileFiles(files: readonly PolicyFile[]): Policy | readonly PolicyProblem[] {
  if (files.length === 0) return NO_POLICY;
  const problems: PolicyProblem[] = [];
  const parsed = files.flatMap((file) => {
    if (file.text === undefined) {
      problems.push({ file: file.path, line: 1, column: 1, message: file.unseen === true ? UNSEEN : UNREADABLE });
      return [];
    }
    const source = parse(file);
    if (!Array.isArray(source)) return [{ file, source }];
    problems.push(...source.map(({ file: name, line, column, message }) => ({ file: name, line, column, message })));
    return [];
  });
  if (problems.length > 0) return problems;
  const sources = parsed.map(({ file, source }): PolicySource => {
    return { level: file.level, file: file.path, value: source.value };
  });
  const policy = compilePolicy(sources);
  if ('revision' in policy) return policy;
  return policy.map(({ file, path, ofKey, message }) => {
    const source = parsed.find((one) => one.source.file === file)?.source;
    const place = ofKey === true ? source?.locateKey(path) : source?.locate(path);
    return { file, line: place?.line ?? 1, column: place?.column ?? 1, message };
  });
}

export function isProblems(policy: Policy | readonly PolicyProblem[]): policy is readonly PolicyProblem[] {
  return Array.isArray(policy);
}

export function formatProblem({ file, line, column, message }: PolicyProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

function broken(problems: readonly PolicyProblem[]): Refusal {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const [first] = problems;
  const what = first === undefined ? 'unknown' : formatProblem(first);
  return refuse('denied', {
    rule: first === undefined ? 'a policy that cannot be read' : `the policy file ${first.file}, which cannot be used`,
    message: `The policy cannot be used, so everything is denied until it is repaired: ${what}${more}. See cap policy check.`,
  });
}

/**
 * Left for the next process, without what stands compiled beside the organisation's file; where nothing can be written,
 * each one compiles for itself.
 */
function keep(host: PolicyHost, all: readonly PolicyFile[], whole: Policy): void {
  const files = policyBeside(all) === undefined ? all : all.slice(1);
  if (files.length === 0 || !areOurs(files)) return;
  const policy = files === all ? whole : compileFiles(files);
  if (isProblems(policy)) return;
  openState(host.environment, process.platform, 'policy')
    .then((state) =>
      state.kind === 'unavailable'
        ? undefined
        : replaceWhole(ownPath(dirname(state.path), files), sealCompiled(withOutcome(policy), files)),
    )
    .catch(() => {});
}
