/**
 * Tool `dev_deps_list`: the direct dependencies of a project.
 */
import { optionalInteger } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { declaredDependencies } from './manifests.ts';
import { findProjects, projectDirectory } from './project.ts';

/** Arguments: `directory` (current), `limit` (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const limit = optionalInteger(args, 'limit') ?? 500;
  const projects = findProjects(projectDirectory(args, io));
  const dependencies = projects.flatMap(declaredDependencies);
  return {
    root: projects[0]?.root ?? null,
    projects: projects.map(({ ecosystem, manifest, manager }) => ({ ecosystem, manifest, manager })),
    dependencies: dependencies.slice(0, limit) as unknown as Json,
    total: dependencies.length,
    truncated: dependencies.length > limit,
  };
}
