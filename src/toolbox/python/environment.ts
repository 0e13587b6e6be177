/**
 * Which Python a tool talks to: the one of PATH, or the one of an environment's directory. It runs no code but what
 * is written here and Python's own modules; -I keeps the current directory and the user's hooks out of it.
 */
import { join, resolve } from 'node:path';
import { optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { findOnPath, isExecutable, statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export type PythonChoice = { readonly executable: string; readonly environment: string | undefined };

/** Reads `environment`; without it the python3 of PATH. Throws ToolFailure when there is none. */
export function choosePython(args: JsonObject, io: ToolIo): PythonChoice {
  const environment = environmentDirectory(args, io);
  if (environment !== undefined) {
    const executable = join(environment, 'bin/python');
    if (!isExecutable(executable)) {
      throw new ToolFailure(`the interpreter of ${environment} is missing: the environment is broken`, 'not_found');
    }
    return { executable, environment };
  }
  return pathPython();
}

/** The python3 of PATH. */
export function pathPython(): PythonChoice {
  const [first] = findOnPath('python3');
  if (first === undefined) throw new ToolFailure('python3 is not installed (not found on PATH)', 'not_installed');
  return { executable: first.path, environment: undefined };
}

/** The directory of `environment`, checked by the marks that venv and Conda leave; undefined when not given. */
export function environmentDirectory(args: JsonObject, io: ToolIo): string | undefined {
  const given = optionalText(args, 'environment');
  if (given === undefined) return undefined;
  const directory = resolve(io.cwd, given);
  if (!(statOf(directory)?.isDirectory() ?? false)) throw new ToolFailure(`${directory} does not exist`, 'not_found');
  const marks = [join(directory, 'pyvenv.cfg'), join(directory, 'conda-meta')];
  if (!marks.some((mark) => statOf(mark) !== undefined)) {
    throw new ToolFailure(`${directory} is not a virtual or Conda environment`, 'invalid_arguments');
  }
  return directory;
}

/** Runs `python -I -c CODE` and reads the JSON it prints. */
export async function askPython(executable: string, code: string, cwd: string): Promise<JsonObject> {
  const { stdout } = await call(executable, ['-I', '-c', code], { cwd });
  return JSON.parse(stdout.toString('utf8')) as JsonObject;
}

/** `-m pip` would take a pip.py of the current directory for pip; paths in the arguments still stand there. */
const PIP =
  'import sys; sys.path[:] = [one for one in sys.path if one != ""]; import runpy; ' +
  'runpy.run_module("pip", run_name="__main__", alter_sys=True)';

/** Runs pip; its last words become the failure. Nothing is asked, and pip does not look for a newer pip. */
export async function pip(
  python: PythonChoice,
  argv: readonly string[],
  io: ToolIo,
): Promise<{ stdout: string; stderr: string }> {
  const all = ['-c', PIP, '--disable-pip-version-check', '--no-input', '--no-color', ...argv];
  const any = Array.from({ length: 256 }, (_, code) => code);
  const { exitCode, stdout, stderr } = await call(python.executable, all, { cwd: io.cwd, ok: any });
  const words = stderr.toString('utf8').trim();
  if (exitCode === 0) return { stdout: stdout.toString('utf8'), stderr: words };
  if (/No module named pip/.test(words)) {
    throw new ToolFailure(`${python.executable} has no pip (python -m ensurepip would add it)`, 'not_installed');
  }
  if (/externally-managed-environment/.test(words)) {
    throw new ToolFailure(
      `${python.executable} is managed by the system, which forbids pip to install into it: use a virtual environment`,
      'not_supported',
    );
  }
  throw new ToolFailure(`pip ${argv[0] ?? ''} failed: ${words.slice(-1500)}`);
}

export function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? (value.filter((one) => typeof one === 'object' && one !== null) as JsonObject[]) : [];
}
