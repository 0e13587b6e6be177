/**
 * Tool `dev_build_run`: builds a project in the project's own way.
 */
import { join } from 'node:path';
import { flag, oneOf, optionalInteger } from '../arguments.ts';
import { isExecutable } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import { findProjects, type Project, projectDirectory, pythonOf, scriptOf } from './project.ts';

const BUILDERS = ['auto', 'npm', 'make', 'cargo', 'go', 'maven', 'gradle', 'python'] as const;
type Builder = (typeof BUILDERS)[number];

/** Arguments: `directory` (current), `builder` (auto), `release`, `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const builder = oneOf(args, 'builder', BUILDERS, 'auto');
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const command = commandFor(project, builder, flag(args, 'release'));
    if (command === undefined) continue;
    const { finished } = await runCommand(command, project.root, optionalInteger(args, 'lines') ?? 200);
    return { succeeded: finished.exit_code === 0, ...finished } as unknown as Json;
  }
  const what = projects.map(({ manifest }) => manifest).join(', ');
  throw new ToolFailure(`${projects[0]?.root} (${what}) has nothing that ${builder} could build`, 'not_supported');
}

function commandFor(project: Project, builder: Builder, release: boolean): string[] | undefined {
  const { root, ecosystem, manager } = project;
  const asked = (name: Builder): boolean => builder === 'auto' || builder === name;
  if (ecosystem === 'node' && asked('npm'))
    return scriptOf(root, 'build') === undefined ? undefined : [manager, 'run', 'build'];
  if (ecosystem === 'rust' && asked('cargo'))
    return ['cargo', 'build', '--color=never', ...(release ? ['--release'] : [])];
  if (ecosystem === 'go' && asked('go')) return ['go', 'build', './...'];
  if (ecosystem === 'maven' && asked('maven')) return [wrapper(root, 'mvnw', 'mvn'), '--batch-mode', 'package'];
  if (ecosystem === 'gradle' && asked('gradle'))
    return [wrapper(root, 'gradlew', 'gradle'), '--console=plain', 'build'];
  if (ecosystem === 'make' && asked('make')) return ['make', '--no-print-directory'];
  // Only on request or for a package: a Python project without metadata has nothing to build.
  if (ecosystem === 'python' && asked('python') && project.manifest !== 'requirements.txt')
    return [pythonOf(root), '-m', 'build'];
  return undefined;
}

/** The wrapper script that a project brings along pins the version of the tool. */
function wrapper(root: string, name: string, otherwise: string): string {
  const path = join(root, name);
  return isExecutable(path) ? path : otherwise;
}
