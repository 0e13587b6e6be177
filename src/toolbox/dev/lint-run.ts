/**
 * Tool `dev_lint_run`: checks a project with its own linter.
 */
import { optionalInteger } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import { linterCommand } from './linters.ts';
import { findProjects, projectDirectory } from './project.ts';

/** Arguments: `directory` (current), `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const command = linterCommand(project, false);
    if (command === undefined) continue;
    const { finished } = await runCommand(command, project.root, optionalInteger(args, 'lines') ?? 200);
    return { clean: finished.exit_code === 0, ...finished } as unknown as Json;
  }
  throw new ToolFailure(`${projects[0]?.root} has no linter that is known and installed`, 'not_installed');
}
