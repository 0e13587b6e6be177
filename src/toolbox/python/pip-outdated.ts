/**
 * Tool `python_pip_outdated`: which Python packages have newer versions. An environment's packages are looked at by the
 * Python of PATH: nothing that lies in a directory named by an argument is run.
 */
import { optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { environmentDirectory, list, type PythonChoice, pathPython, pip } from './environment.ts';
import { siteDirectories } from './metadata.ts';

/** Arguments: `environment`, `index_url`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const index = optionalText(args, 'index_url');
  const environment = environmentDirectory(args, io);
  const python = pathPython();
  const from = index === undefined ? [] : [`--index-url=${index}`];
  const packages = (await outdated(python, environment, from, io)).map((one) => ({
    name: one.name ?? null,
    version: one.version ?? null,
    latest: one.latest_version ?? null,
    kind: one.latest_filetype ?? null,
  }));
  return { python: python.executable, environment: environment ?? null, packages, total: packages.length };
}

/** What pip says of the packages of `environment`, or of its own. An environment without packages has no outdated ones. */
export async function outdated(
  python: PythonChoice,
  environment: string | undefined,
  options: readonly string[],
  io: ToolIo,
): Promise<JsonObject[]> {
  const sites = environment === undefined ? [] : siteDirectories(environment);
  if (environment !== undefined && sites.length === 0) return [];
  const paths = sites.map((site) => `--path=${site}`);
  const { stdout } = await pip(python, ['list', '--outdated', '--format=json', ...paths, ...options], io);
  return list(JSON.parse(stdout));
}
