/**
 * Tool `python_pip_list`: installed packages of the current Python (asked with pip) or of an environment (read from
 * its files).
 */
import { optionalInteger, optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { environmentDirectory, list, pathPython, pip } from './environment.ts';
import { environmentPackages } from './metadata.ts';

/** Arguments: `environment`, `name` (a part), `limit` (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const part = (optionalText(args, 'name') ?? '').toLowerCase();
  const limit = optionalInteger(args, 'limit') ?? 500;
  const environment = environmentDirectory(args, io);
  const all = environment === undefined ? await ask(io) : fromFiles(environment);
  const packages = all.filter(({ name }) => String(name).toLowerCase().includes(part));
  return {
    environment: environment ?? null,
    packages: packages.slice(0, limit),
    total: packages.length,
    truncated: packages.length > limit,
  };
}

async function ask(io: ToolIo): Promise<JsonObject[]> {
  const { stdout } = await pip(pathPython(), ['list', '--format=json'], io);
  return list(JSON.parse(stdout)).map((one) => ({
    name: one.name ?? null,
    version: one.version ?? null,
    editable: one.editable_project_location !== undefined,
  }));
}

function fromFiles(environment: string): JsonObject[] {
  return environmentPackages(environment).map(({ name, version, editable }) => ({ name, version, editable }));
}
