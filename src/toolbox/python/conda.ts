/**
 * How tools talk to Conda: its JSON answers, its JSON errors as sentences, and its environments.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { call } from '../call.ts';
import { realPathOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export type CondaEnvironment = {
  readonly name: string | null;
  readonly path: string;
  readonly base: boolean;
  readonly active: boolean;
};

export async function conda(argv: readonly string[], io: ToolIo): Promise<JsonObject> {
  const any = Array.from({ length: 256 }, (_, code) => code);
  const { exitCode, stdout, stderr } = await call('conda', [...argv, '--json'], { cwd: io.cwd, ok: any });
  let answer: Json = null;
  try {
    answer = JSON.parse(stdout.toString('utf8')) as Json;
  } catch {}
  const object = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as JsonObject) : {};
  if (exitCode === 0 && object.error === undefined) return object;
  const words = object.message ?? object.error ?? stderr.toString('utf8').trim().slice(-1500);
  throw new ToolFailure(`conda ${argv[0] ?? ''} failed (exit code ${exitCode}): ${words}`);
}

/** All environments; the first that conda names is base unless it says its root prefix. */
export async function condaEnvironments(io: ToolIo): Promise<CondaEnvironment[]> {
  const answer = await conda(['info', '--envs'], io);
  const paths = Array.isArray(answer.envs) ? answer.envs.filter((path) => typeof path === 'string') : [];
  const root = typeof answer.root_prefix === 'string' ? answer.root_prefix : paths[0];
  const said = typeof answer.active_prefix === 'string' ? answer.active_prefix : process.env.CONDA_PREFIX;
  return paths.map((path) => ({
    name: path === root ? 'base' : basename(dirname(path)) === 'envs' ? basename(path) : null,
    path,
    base: path === root,
    active: said !== undefined && realPathOf(said) === realPathOf(path),
  }));
}

/** Version of a package in an environment, by the file conda keeps of each. */
export function condaVersionOf(environment: string, name: string): string | null {
  const pattern = new RegExp(`^${name}-(\\d[^-]*)-[^-]+\\.json$`);
  const found = condaPackages(environment).map((file) => pattern.exec(file)?.[1]);
  return found.find((version) => version !== undefined) ?? null;
}

export function condaPackages(environment: string): string[] {
  try {
    return readdirSync(join(environment, 'conda-meta')).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}
