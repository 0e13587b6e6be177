/**
 * Tool `dev_test_coverage`: runs the tests of a project with coverage.
 */
import { optionalInteger } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import {
  findProjects,
  hasTarget,
  localBin,
  type Project,
  projectDirectory,
  pythonOf,
  readPackageJson,
  scriptOf,
} from './project.ts';
import { readCounts, readCoverage } from './test-output.ts';
import { hasModule } from './test-run.ts';

/** Arguments: `directory` (current), `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const command = await commandFor(project, io);
    if (command === undefined) continue;
    const { finished, whole } = await runCommand(command, project.root, optionalInteger(args, 'lines') ?? 200);
    const passed = finished.exit_code === 0;
    return { passed, percent: readCoverage(whole), counts: readCounts(whole), ...finished } as unknown as Json;
  }
  throw new ToolFailure(
    `${projects[0]?.root} has no way to measure coverage: no coverage script, vitest, jest, pytest-cov or coverage`,
    'not_supported',
  );
}

async function commandFor(project: Project, io: ToolIo): Promise<string[] | undefined> {
  const { root, ecosystem, manager } = project;
  if (ecosystem === 'node') {
    const script = scriptOf(root, 'coverage', 'test:coverage', 'test:cov', 'cov');
    if (script !== undefined) return [manager, 'run', script];
    const vitest = localBin(root, 'vitest');
    const jest = localBin(root, 'jest');
    if (vitest !== undefined) return [vitest, 'run', '--coverage'];
    if (jest !== undefined) return [jest, '--coverage'];
    const test = scriptOf(root, 'test');
    // The built-in runner measures by itself; other scripts would not understand the option.
    if (test !== undefined && usesNodeTest(root)) return ['node', '--test', '--experimental-test-coverage'];
    return undefined;
  }
  if (ecosystem === 'python') {
    const python = pythonOf(root);
    if (await hasModule(python, 'pytest_cov', io))
      return [python, '-m', 'pytest', '--cov', '--cov-report=term-missing'];
    return undefined;
  }
  if (ecosystem === 'go') return ['go', 'test', '-cover', './...'];
  if (ecosystem === 'make' && hasTarget(project, 'coverage')) return ['make', '--no-print-directory', 'coverage'];
  return undefined;
}

function usesNodeTest(root: string): boolean {
  return /\bnode\b.*--test\b/.test(String(readPackageJson(root).scripts?.test));
}
