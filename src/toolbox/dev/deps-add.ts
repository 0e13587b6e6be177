/**
 * Tool `dev_deps_add`: adds dependencies to a project with its own package manager.
 */
import { flag, textList } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { changeDependencies } from './deps-change.ts';
import { declaredDependencies } from './manifests.ts';
import { findProjects, projectDirectory } from './project.ts';

/** Arguments: `packages`, `directory` (current), `development`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const packages = textList(args, 'packages');
  const [project] = findProjects(projectDirectory(args, io));
  if (project === undefined) throw new ToolFailure('no project found', 'not_found');
  const answer = await changeDependencies(project, 'add', packages, flag(args, 'development'));
  const names = new Set(packages.map((name) => name.replace(/(?<=.)[@=<>~^].*$/, '')));
  const added = declaredDependencies(project).filter(({ name }) => names.has(name));
  return { ...answer, dependencies: added as unknown as Json };
}
