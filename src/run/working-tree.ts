/**
 * Which calls work on a whole project, which git does, and which of these rewrite a whole working tree, and with it the
 * policy file that may lie there: git puts aside, overwrites or takes away what it finds, whatever its name. Our own tools
 * refuse to touch such a file; git asks nobody.
 */
import type { Capability } from '../capability/capability.ts';

/** What git is told to do, where it may change files that its arguments do not name. */
const REWRITING: ReadonlySet<string> = new Set(
  `am apply bisect checkout checkout-index cherry-pick clean merge mv pull read-tree rebase reset restore revert rm
  sparse-checkout stash submodule switch`.split(/\s+/),
);

/** Whether git works for it, whatever starts git. */
export function usesGit({ handler, executables }: Pick<Capability, 'handler' | 'executables'>): boolean {
  if (handler?.kind === 'command' && handler.executable === 'git') return true;
  if (handler?.kind === 'builtin' && handler.tool.startsWith('git_')) return true;
  return executables.some(({ name }) => name === 'git');
}

/** Whether it works on the project that its directory belongs to, all of it, from wherever in it it is asked. */
export function worksOnProject({ handler }: Pick<Capability, 'handler'>): boolean {
  return handler?.kind === 'builtin' && handler.tool.startsWith('dev_');
}

export function rewritesWorkingTree({ handler, sideEffect }: Pick<Capability, 'handler' | 'sideEffect'>): boolean {
  if (sideEffect === 'R' || handler?.kind !== 'command' || handler.executable !== 'git') return false;
  return handler.argv.some((part) => typeof part === 'string' && REWRITING.has(part));
}
