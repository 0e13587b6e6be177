/**
 * Tool `ssh_agent_list`: what the SSH agent holds, by its public keys.
 */
import { call } from '../call.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { parsePublicKey } from './keys.ts';

export async function run(_args: JsonObject, io: ToolIo): Promise<Json> {
  const socket = process.env.SSH_AUTH_SOCK ?? null;
  if (socket === null) return { running: false, socket, keys: [], total: 0 };
  // 1: the agent has no keys; 2: no agent answers.
  const { exitCode, stdout } = await call('ssh-add', ['-L'], { cwd: io.cwd, ok: [0, 1, 2] });
  if (exitCode === 2) return { running: false, socket, keys: [], total: 0 };
  const lines = exitCode === 1 ? [] : stdout.toString('utf8').split('\n');
  const keys = lines.flatMap((line) => parsePublicKey(line) ?? []);
  return {
    running: true,
    socket,
    keys: keys.map(({ type, bits, fingerprint, comment }) => ({ type, bits, fingerprint, comment })),
    total: keys.length,
  };
}
