/**
 * Tool `dev_test_run_file`: runs one test file with the runner that its kind and its project call for.
 */
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { runCommand } from './command.ts';
import { findProjects, localBin, pythonOf } from './project.ts';
import { readCounts } from './test-output.ts';
import { hasModule } from './test-run.ts';

const SCRIPTS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx'];

/** Arguments: `path`, `name`, `lines` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const file = resolve(io.cwd, text(args, 'path'));
  if (!(statOf(file)?.isFile() ?? false)) throw new ToolFailure(`${file} does not exist`, 'not_found');
  const { command, directory } = await commandFor(file, optionalText(args, 'name'), io);
  const { finished, whole } = await runCommand(command, directory, optionalInteger(args, 'lines') ?? 200);
  return { file, passed: finished.exit_code === 0, counts: readCounts(whole), ...finished } as unknown as Json;
}

async function commandFor(
  file: string,
  name: string | undefined,
  io: ToolIo,
): Promise<{ command: string[]; directory: string }> {
  const kind = extname(file);
  const root = rootOf(file);
  // "./" keeps a name that starts with "-" from being an option.
  const path = `./${relative(root, file)}`;
  if (SCRIPTS.includes(kind)) {
    const vitest = localBin(root, 'vitest');
    const jest = localBin(root, 'jest');
    const only = (option: string): string[] => (name === undefined ? [] : [option, name]);
    if (vitest !== undefined) return { command: [vitest, 'run', ...only('-t'), path], directory: root };
    if (jest !== undefined) return { command: [jest, ...only('-t'), '--runTestsByPath', path], directory: root };
    const pattern = name === undefined ? [] : [`--test-name-pattern=${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`];
    // Absolute: node hands the name on to a child and drops the "./".
    return { command: ['node', '--test', ...pattern, file], directory: root };
  }
  if (kind === '.py') {
    const python = pythonOf(root);
    const only = name === undefined ? [] : ['-k', name];
    if (await hasModule(python, 'pytest', io))
      return { command: [python, '-m', 'pytest', ...only, path], directory: root };
    return { command: [python, '-m', 'unittest', ...only, path.slice(2)], directory: root };
  }
  if (kind === '.go') {
    const only = name === undefined ? [] : ['-run', name];
    return { command: ['go', 'test', ...only, '.'], directory: dirname(file) };
  }
  if (kind === '.rs') {
    const only = name === undefined ? [] : ['--', name];
    const target = basename(dirname(file)) === 'tests' ? ['--test', basename(file, '.rs')] : [];
    return { command: ['cargo', 'test', '--color=never', ...target, ...only], directory: root };
  }
  throw new ToolFailure(`no test runner is known for ${basename(file)}`, 'not_supported');
}

function rootOf(file: string): string {
  try {
    return findProjects(dirname(file))[0]?.root ?? dirname(file);
  } catch {
    return join(dirname(file));
  }
}
