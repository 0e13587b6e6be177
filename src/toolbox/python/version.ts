/**
 * Tool `python_version`: the Python of PATH, asked itself, or the one of an environment, told by its files; and its pip.
 */

import { findOnPath, realPathOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { askPython, environmentDirectory, pathPython } from './environment.ts';
import { environmentFacts } from './environment-facts.ts';

const CODE = `
import json, os, platform, sys, sysconfig
try:
    from importlib.metadata import version
    pip = version("pip")
except Exception:
    pip = None
stdlib = sysconfig.get_path("stdlib")
print(json.dumps({
    "version": platform.python_version(),
    "implementation": platform.python_implementation(),
    "executable": sys.executable,
    "prefix": sys.prefix,
    "base_prefix": sys.base_prefix,
    "in_virtual_environment": sys.prefix != sys.base_prefix,
    "packages_directory": sysconfig.get_path("purelib"),
    "externally_managed": sys.prefix == sys.base_prefix and os.path.exists(os.path.join(stdlib, "EXTERNALLY-MANAGED")),
    "pip_version": pip,
}))`;

/** Arguments: `environment`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const environment = environmentDirectory(args, io);
  const answer =
    environment === undefined ? await askPython(pathPython().executable, CODE, io.cwd) : environmentFacts(environment);
  const [plain] = findOnPath('python');
  return {
    ...answer,
    environment: environment ?? process.env.VIRTUAL_ENV ?? process.env.CONDA_PREFIX ?? null,
    python_is: plain === undefined ? null : realPathOf(plain.path),
  };
}
