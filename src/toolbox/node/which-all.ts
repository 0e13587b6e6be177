/**
 * Tool `node_which_all`: every Node.js of this machine that PATH or a version manager knows.
 */

import { findOnPath } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { managedInstallations, managerOf, presentManagers } from './installations.ts';
import { versionOf } from './version.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const onPath = findOnPath('node');
  const used = onPath[0]?.real_path;
  const installations: JsonObject[] = [];
  const seen = new Set<string>();
  for (const { path, real_path } of onPath) {
    if (seen.has(real_path)) continue;
    seen.add(real_path);
    const version = (await versionOf(path, io.cwd)) ?? null;
    installations.push({
      version,
      executable: path,
      real_path,
      managed_by: managerOf(path),
      in_path: true,
      in_use: real_path === used,
    });
  }
  for (const one of managedInstallations()) {
    if (seen.has(one.real_path)) continue;
    seen.add(one.real_path);
    installations.push({ ...one, in_path: false, in_use: false });
  }
  return { installations, total: installations.length, managers: presentManagers() };
}
