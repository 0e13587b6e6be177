/**
 * Tool `git_config_set`: sets or unsets one harmless setting and tells what it was before.
 */
import { flag, oneOf, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { maskSetting } from './credentials.ts';
import { callGit, directoryOf, openRepository } from './repository.ts';
import { refuseSetting } from './settings.ts';

/** Arguments: `repository`, `name`, `value` or `unset`, `scope` local | global (local). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = text(args, 'name');
  const value = optionalText(args, 'value');
  const unset = flag(args, 'unset');
  const scope = oneOf(args, 'scope', ['local', 'global'], 'local');
  if (unset === (value !== undefined)) {
    throw new ToolFailure('either "value" or "unset": true is needed, not both', 'invalid_arguments');
  }
  if (/[\0\n]/.test(name)) throw new ToolFailure('a name of a setting holds no such character', 'invalid_arguments');
  const refused = refuseSetting(name, value);
  if (refused !== undefined) throw new ToolFailure(refused, 'not_supported');
  const directory = scope === 'local' ? (await openRepository(args, io)).directory : await directoryOf(args, io);

  const git = async (argv: readonly string[], ok: readonly number[]) =>
    (await callGit(directory, ['config', ...argv], { ok })).stdout.toString('utf8').split('\0').slice(0, -1);
  const before = await git([`--${scope}`, '-z', '--get-all', name], [0, 1]);
  if (before.length > 1) {
    throw new ToolFailure(`${name} has ${before.length} values in this scope: change it by hand`, 'not_supported');
  }
  const [old] = before;
  const changed = old !== value;
  if (changed) await git(value === undefined ? [`--${scope}`, '--unset', name] : [`--${scope}`, name, value], [0]);
  const [effective] = await git(['-z', '--get', name], [0, 1]);
  const shown = (one: string | undefined): string | null => (one === undefined ? null : maskSetting(name, one));
  return { name, scope, before: shown(old), after: shown(value), effective: shown(effective), changed };
}
