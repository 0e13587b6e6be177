/**
 * Tool `codex_rollback`: returns a Codex that npm manages to an earlier version.
 */
import { optionalText } from '../arguments.ts';
import { compareVersions } from '../node/version-range.ts';
import { npmJson } from '../npm/call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { installVersion, PACKAGE, requireNpm } from './installations.ts';

/** Arguments: `version` (the last stable one before the present). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const present = await requireNpm(io);
  return installVersion(optionalText(args, 'version') ?? (await versionBefore(present, io)), io);
}

async function versionBefore(present: string, io: ToolIo): Promise<string> {
  const answer = await npmJson(['view', PACKAGE, 'versions'], io.cwd);
  const versions = (Array.isArray(answer) ? answer : [answer]).filter((one) => typeof one === 'string');
  const [before] = versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && compareVersions(version, present) < 0)
    .sort((a, b) => -compareVersions(a, b));
  if (before === undefined) throw new ToolFailure(`the registry has no stable version before ${present}`, 'not_found');
  return before;
}
