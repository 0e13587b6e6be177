/**
 * Tool `git_config_show`: settings with their value, scope and file, secrets masked. Works outside of a repository too.
 */
import { oneOf, optionalText } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { maskAddresses, maskSetting } from './credentials.ts';
import { callGit, directoryOf, openRepository, splitNul } from './repository.ts';

const SCOPES = ['all', 'system', 'global', 'local', 'worktree'] as const;

/** Arguments: `repository`, `name` (a setting or a section), `scope` all | system | global | local | worktree (all). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const scope = oneOf(args, 'scope', SCOPES, 'all');
  const name = optionalText(args, 'name')?.toLowerCase();
  const directory = await directoryOf(args, io);
  const root = await openRepository(args, io).then(
    (repository) => repository.root,
    (error: unknown) => {
      if (error instanceof ToolFailure && error.reason === 'not_found') return null;
      throw error;
    },
  );
  const argv = ['config', '--list', '--show-scope', '--show-origin', '--includes', '-z'];
  const fields = splitNul((await callGit(directory, argv)).stdout);
  const all: { name: string; value: string; scope: string; origin: string }[] = [];
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [where = '', origin = '', entry = ''] = fields.slice(i, i + 3);
    const end = entry.indexOf('\n');
    // A name without "=" is a switch that is on.
    const [key, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    all.push({ name: key, value, scope: where, origin: origin.replace(/^file:/, '') });
  }
  // What comes last holds, of one name: worktree over local over global over system.
  const last = new Map(all.map((setting, index) => [setting.name, index]));
  const settings = all.flatMap((setting, index) => {
    const lower = setting.name.toLowerCase();
    if (scope !== 'all' && setting.scope !== scope) return [];
    if (name !== undefined && lower !== name && !lower.startsWith(`${name}.`)) return [];
    const value = maskSetting(setting.name, setting.value);
    const shown = { ...setting, name: maskAddresses(setting.name), value };
    return [{ ...shown, effective: last.get(setting.name) === index, masked: value !== setting.value }];
  });
  return { repository: root, settings, total: settings.length };
}
