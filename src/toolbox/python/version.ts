/**
 * Tool `python_version`: the Python that runs, or the one of an environment, and its pip.
 */

import { findOnPath, realPathOf } from '../path-entries.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { askPython, choosePython } from './environment.ts';

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
  const python = choosePython(args, io);
  const answer = await askPython(python.executable, CODE, io.cwd);
  const [plain] = findOnPath('python');
  return {
    ...answer,
    environment: python.environment ?? process.env.VIRTUAL_ENV ?? process.env.CONDA_PREFIX ?? null,
    python_is: plain === undefined ? null : realPathOf(plain.path),
  };
}
