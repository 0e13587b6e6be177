/**
 * How git is kept from starting what a repository's own configuration names, where it is only to read: whoever packs a
 * directory into an archive chooses that configuration. What the user has set for themself still holds.
 */
import { call } from '../call.ts';
import { ToolFailure } from '../tool.ts';

/**
 * Of every reading call. A read never refreshes the index on the side: it would take a lock that somebody else may need,
 * and tell a hook.
 */
const READING = [
  ...['--no-optional-locks', '--no-pager'],
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false', 'diff.submodule=short'].flatMap(
    (setting) => ['-c', setting],
  ),
  ...['color.ui=false', 'core.quotePath=false'].flatMap((setting) => ['-c', setting]),
];

/** A partial clone fetches what it lacks, by a program that it names itself: a read does without. */
export const READING_ENVIRONMENT = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } as const;

/**
 * What stands in front of a reading command in this directory. Comparing a file with what is committed runs it through
 * its filters; those that only the repository names are taken out of force. Throws ToolFailure for a name that cannot be.
 */
export async function readingOptions(cwd: string): Promise<readonly string[]> {
  const argv = [...READING, 'config', '--null', '--show-scope', '--get-regexp', '^filter\\.'];
  const { stdout } = await call('git', argv, { cwd, env: READING_ENVIRONMENT, ok: [0, 1, 128] });
  return [...READING, ...withoutFilters(stdout.toString('utf8').split('\0').slice(0, -1))];
}

/** `fields` are scope, "name\nvalue", scope, … in the order in which git reads them: the last value of a name holds. */
function withoutFilters(fields: readonly string[]): string[] {
  const own = new Map<string, string>();
  const foreign = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', setting = ''] = fields.slice(at, at + 2);
    const end = setting.indexOf('\n');
    const [name, value] = end < 0 ? [setting, 'true'] : [setting.slice(0, end), setting.slice(end + 1)];
    if (scope === 'system' || scope === 'global') own.set(name, value);
    else foreign.add(name);
  }
  return [...foreign].flatMap((name) => {
    // `-c` ends the name at the first "=", so this one could not be overruled.
    if (name.includes('=')) throw new ToolFailure(`the repository names a filter that is not read: ${name}`);
    return ['-c', `${name}=${own.get(name) ?? (name.endsWith('.required') ? 'false' : '')}`];
  });
}
