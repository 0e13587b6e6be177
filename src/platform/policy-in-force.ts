/**
 * The policy in force of a process: told by its compiled form where that is at hand. The compiler, whose libraries take
 * longer to start than most calls, is loaded when there is something to compile.
 */
import { joinPolicies } from '../policy/join.ts';
import { NO_POLICY, type Policy } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { knownPolicy } from './known-policy.ts';
import { parentOf } from './paths.ts';
import type { Beside } from './policy-beside.ts';
import type { PolicyHost } from './policy-files.ts';
import type { PolicyFindings } from './policy-load.ts';
import { projectsBelow } from './projects-below.ts';

type Compiler = typeof import('./policy-load.ts');

export type PolicyInForce = {
  /** Loads the compiler when the policy cannot be told without it: to be waited for before a call is answered. */
  readonly ready: () => Promise<void>;
  /** Read anew each time. */
  readonly policy: () => Policy | Refusal;
  /**
   * The same where the projects of further directories (real paths) have a say, too, and all that stand below `tops`; for
   * who stands in `from`, or in our own directory.
   */
  readonly policyOf: (
    directories: readonly string[],
    tops?: readonly string[],
    from?: string,
  ) => Promise<Policy | Refusal>;
  /** What these files come to, or those that hold here. */
  readonly check: (files: readonly string[]) => Promise<PolicyCheck>;
  /** Compiles the organisation's file and leaves the result beside it. */
  readonly compile: () => Promise<PolicyCheck | Refusal>;
};

type PolicyCheck = PolicyFindings & { readonly beside?: Beside };

export function policyInForce(host: () => PolicyHost): PolicyInForce {
  let compiler: Compiler | undefined;
  const load = async () => {
    compiler ??= await import('./policy-load.ts');
    return compiler;
  };
  return {
    async ready() {
      if (knownPolicy(host()) === undefined) await load();
    },
    policy: () => (compiler === undefined ? (knownPolicy(host()) ?? JUST_CHANGED) : compiler.loadPolicy(host())),
    async policyOf(directories, tops = [], from = host().cwd) {
      const own = { ...host(), cwd: from };
      const { directories: inside, complete } = await projectsBelow(tops);
      const wider = { ...own, also: upwardsFrom([...directories, ...inside], own.cwd) };
      const policy = knownPolicy(wider) ?? (await load()).loadPolicy(wider);
      return complete || isRefusal(policy) ? policy : joinPolicies([policy, MORE_BELOW]);
    },
    async check(files) {
      const found = (await load()).checkPolicy(host(), files);
      const beside = (await import('./policy-beside.ts')).besideOf(found.files);
      return beside === undefined ? found : { ...found, beside };
    },
    compile: async () => (await import('./policy-beside.ts')).compileBeside(host()),
  };
}

/** The directories and all above them, each once and without those that `cwd` stands below. */
function upwardsFrom(directories: readonly string[], cwd: string | undefined): string[] {
  const upwards = (from: string | undefined): string[] =>
    from === undefined ? [] : [from, ...upwards(parentOf(from))];
  const own = new Set(upwards(cwd));
  return [...new Set(directories.flatMap(upwards))].filter((directory) => !own.has(directory));
}

/** What cannot be looked through is not passed over: somebody says yes to it. */
const MORE_BELOW: Policy = {
  ...NO_POLICY,
  revision: 'more-below',
  rules: [
    {
      name: 'more stands below it than can be looked through for policies of projects',
      // No project has said so: a caller may say yes, where a human is asked for what a project says.
      level: 'user',
      applies_to: {},
      execute: 'ask',
    },
  ],
};

/** It was at hand when this call began: what was checked under it must not go on under another. */
const JUST_CHANGED = refuse('denied', { message: 'The policy has changed while this was asked: ask again.' });
