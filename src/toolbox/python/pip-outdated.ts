/**
 * Tool `python_pip_outdated`: which Python packages have newer versions.
 */
import { optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { choosePython, list, pip } from './environment.ts';

/** Arguments: `environment`, `index`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const index = optionalText(args, 'index');
  const python = choosePython(args, io);
  const from = index === undefined ? [] : [`--index-url=${index}`];
  const { stdout } = await pip(python, ['list', '--outdated', '--format=json', ...from], io);
  const packages = list(JSON.parse(stdout)).map((one) => ({
    name: one.name ?? null,
    version: one.version ?? null,
    latest: one.latest_version ?? null,
    kind: one.latest_filetype ?? null,
  }));
  return { python: python.executable, packages, total: packages.length };
}
