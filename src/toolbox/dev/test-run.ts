/**
 * Tool `dev_test_run`: runs the tests of a project in the project's own way.
 */
import { join } from 'node:path';
import { oneOf, optionalInteger, optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import { findProjects, hasTarget, localBin, type Project, projectDirectory, pythonOf, scriptOf } from './project.ts';
import { readCounts } from './test-output.ts';

const RUNNERS = ['auto', 'npm', 'pytest', 'unittest', 'cargo', 'go', 'make'] as const;
type Runner = (typeof RUNNERS)[number];

/** Arguments: `directory` (current), `runner` (auto), `filter`, `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const runner = oneOf(args, 'runner', RUNNERS, 'auto');
  const filter = optionalText(args, 'filter');
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const command = await commandFor(project, runner, filter, io);
    if (command === undefined) continue;
    const { finished, whole } = await runCommand(command, project.root, optionalInteger(args, 'lines') ?? 200);
    return { passed: finished.exit_code === 0, counts: readCounts(whole), ...finished } as unknown as Json;
  }
  const what = projects.map(({ manifest }) => manifest).join(', ');
  throw new ToolFailure(`${projects[0]?.root} (${what}) has no tests that ${runner} could run`, 'not_supported');
}

async function commandFor(
  project: Project,
  runner: Runner,
  filter: string | undefined,
  io: ToolIo,
): Promise<string[] | undefined> {
  const { root, ecosystem, manager } = project;
  const asked = (...names: Runner[]): boolean => runner === 'auto' || names.includes(runner);
  const refuseFilter = (): void => {
    if (filter === undefined) return;
    throw new ToolFailure(`a filter cannot be handed to the test script of ${project.manifest}`, 'not_supported');
  };
  if (ecosystem === 'node' && asked('npm')) {
    const vitest = localBin(root, 'vitest');
    const jest = localBin(root, 'jest');
    if (scriptOf(root, 'test') !== undefined) {
      refuseFilter();
      return [manager, 'run', 'test'];
    }
    if (vitest !== undefined) return [vitest, 'run', ...(filter === undefined ? [] : ['-t', filter])];
    if (jest !== undefined) return [jest, ...(filter === undefined ? [] : ['-t', filter])];
    return undefined;
  }
  if (ecosystem === 'python' && asked('pytest', 'unittest')) {
    const python = pythonOf(root);
    const pytest = runner !== 'unittest' && (await hasModule(python, 'pytest', io));
    if (runner === 'pytest' && !pytest) throw new ToolFailure(`${python} has no pytest`, 'not_installed');
    if (pytest) return [python, '-m', 'pytest', ...(filter === undefined ? [] : ['-k', filter])];
    const start = ['tests', 'test'].find((name) => statOf(join(root, name))?.isDirectory());
    const from = start === undefined ? [] : ['-s', start, '-t', '.'];
    // unittest takes a directory as a package only with an __init__.py in it.
    const top = start === undefined || statOf(join(root, start, '__init__.py')) !== undefined ? from : ['-s', start];
    return [python, '-m', 'unittest', 'discover', ...top, ...(filter === undefined ? [] : ['-k', filter])];
  }
  if (ecosystem === 'rust' && asked('cargo'))
    return ['cargo', 'test', '--color=never', ...(filter === undefined ? [] : ['--', filter])];
  if (ecosystem === 'go' && asked('go'))
    return ['go', 'test', ...(filter === undefined ? [] : ['-run', filter]), './...'];
  if (ecosystem === 'make' && asked('make') && hasTarget(project, 'test')) {
    refuseFilter();
    return ['make', '--no-print-directory', 'test'];
  }
  return undefined;
}

export async function hasModule(python: string, name: string, io: ToolIo): Promise<boolean> {
  const code = 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)';
  return (await call(python, ['-c', code, name], { cwd: io.cwd, ok: [0, 1] })).exitCode === 0;
}
