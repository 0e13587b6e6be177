/**
 * Tool `python_conda_env_list`: the Conda environments of this machine.
 */

import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { condaEnvironments, condaVersionOf } from './conda.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const environments = await condaEnvironments(io);
  return {
    environments: environments.map((one) => ({ ...one, python: condaVersionOf(one.path, 'python') })),
    total: environments.length,
  };
}
