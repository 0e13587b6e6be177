/**
 * Tool `python_conda_env_list`: the Conda environments of this machine.
 */
import { condaEnvironments, condaVersionOf } from './conda.ts';
import type { Json, JsonObject, ToolIo } from './tool.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const environments = await condaEnvironments(io);
  return {
    environments: environments.map((one) => ({ ...one, python: condaVersionOf(one.path, 'python') })),
    total: environments.length,
  };
}
