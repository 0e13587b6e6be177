/**
 * Tool `dev_deps_remove`: removes direct dependencies of a project with its own package manager.
 */
import { textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { changeDependencies } from './deps-change.ts';
import { declaredDependencies } from './manifests.ts';
import { findProjects, projectDirectory } from './project.ts';

/** Arguments: `packages`, `directory` (current). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const packages = textList(args, 'packages');
  const [project] = findProjects(projectDirectory(args, io));
  if (project === undefined) throw new ToolFailure('no project found', 'not_found');
  const declared = new Set(declaredDependencies(project).map(({ name }) => name));
  const strange = packages.find((name) => !declared.has(name));
  if (strange !== undefined) {
    throw new ToolFailure(`${strange} is not a direct dependency in ${project.manifest}`, 'not_found');
  }
  return changeDependencies(project, 'remove', packages, false);
}
