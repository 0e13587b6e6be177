/**
 * Tool `dev_lint_fix`: lets a project's own tools correct what they can, and tells which files changed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionalInteger } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import { linterCommand } from './linters.ts';
import { findProjects, projectDirectory } from './project.ts';
import { listSourceFiles } from './source-files.ts';

/** Arguments: `directory` (current), `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const command = linterCommand(project, true);
    if (command === undefined) continue;
    const before = await fingerprints(project.root);
    const { finished } = await runCommand(command, project.root, optionalInteger(args, 'lines') ?? 200);
    const after = await fingerprints(project.root);
    const names = new Set([...before.keys(), ...after.keys()]);
    const changed = [...names].filter((name) => before.get(name) !== after.get(name)).sort();
    return { clean: finished.exit_code === 0, changed_files: changed, ...finished } as unknown as Json;
  }
  throw new ToolFailure(`${projects[0]?.root} has no tool that could fix, known and installed`, 'not_installed');
}

async function fingerprints(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of (await listSourceFiles(root)).files) {
    try {
      found.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      );
    } catch {}
  }
  return found;
}
