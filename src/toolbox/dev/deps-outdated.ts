/**
 * Tool `dev_deps_outdated`: newer versions of a project's dependencies, asked from its own package manager.
 */
import { call } from '../call.ts';
import { outdatedPackages } from '../npm/outdated.ts';
import { pathPython } from '../python/environment.ts';
import { outdated } from '../python/pip-outdated.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { findProjects, type Project, projectDirectory, pythonEnvironmentOf } from './project.ts';

/** Arguments: `directory` (current). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const packages = await ask(project, io);
    if (packages === undefined) continue;
    packages.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    return { root: project.root, manager: project.manager, packages, total: packages.length };
  }
  const managers = projects.map(({ manager }) => manager).join(', ');
  throw new ToolFailure(`${managers} cannot be asked for outdated dependencies in a stable form`, 'not_supported');
}

/** No code of the project's, and no other pnpm that the project names and its registry would give. */
const PNPM_AS_IT_IS = ['--config.ignore-pnpmfile=true', '--config.manage-package-manager-versions=false'];
const COREPACK_AS_IT_IS = { COREPACK_ENABLE_PROJECT_SPEC: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };

async function ask(project: Project, io: ToolIo): Promise<JsonObject[] | undefined> {
  const { root, ecosystem, manager } = project;
  if (manager === 'npm') return (await outdatedPackages(root, false, [])).packages;
  if (manager === 'pnpm') {
    const { stdout } = await call('pnpm', ['outdated', '--format=json', ...PNPM_AS_IT_IS], {
      cwd: root,
      ok: [0, 1],
      env: COREPACK_AS_IT_IS,
    });
    const answer = JSON.parse(stdout.toString('utf8') || '{}') as { [name: string]: JsonObject };
    return Object.entries(answer).map(([name, one]) => ({
      name,
      current: one.current ?? null,
      wanted: one.wanted ?? null,
      latest: one.latest ?? null,
      kind: one.dependencyType ?? null,
    }));
  }
  if (ecosystem === 'python') {
    const environment = pythonEnvironmentOf(root);
    if (environment === undefined) {
      throw new ToolFailure(`${root} has no virtual environment (.venv) whose packages could be compared`, 'not_found');
    }
    return (await outdated(pathPython(), environment, [], io)).map((one) => ({
      name: one.name ?? null,
      current: one.version ?? null,
      wanted: null,
      latest: one.latest_version ?? null,
      kind: null,
    }));
  }
  if (ecosystem === 'go') {
    const { stdout } = await call('go', ['list', '-m', '-u', '-json', 'all'], { cwd: root });
    return readGoModules(stdout.toString('utf8'));
  }
  return undefined;
}

/** `go list -m -u -json` writes one indented object after the other. */
export function readGoModules(output: string): JsonObject[] {
  const objects = output.split(/^(?=\{)/m).filter((text) => text.trim() !== '');
  return objects
    .map((text) => JSON.parse(text) as JsonObject)
    .filter((one) => one.Main !== true && typeof one.Update === 'object' && one.Update !== null)
    .map((one) => ({
      name: one.Path ?? null,
      current: one.Version ?? null,
      wanted: null,
      latest: (one.Update as JsonObject).Version ?? null,
      kind: one.Indirect === true ? 'indirect' : 'production',
    }));
}
