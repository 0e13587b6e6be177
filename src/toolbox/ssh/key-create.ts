/**
 * Tool `ssh_key_create`: a new key pair in the user's SSH directory; nothing that exists is touched.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneOf, optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { lstatSync, mkdirSync } from '../held-files.ts';
import { homeDirectory } from '../home.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { parsePublicKey } from './keys.ts';

/** Arguments: `name` (id_ed25519), `type` ed25519 | rsa | ecdsa (ed25519), `comment`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const type = oneOf(args, 'type', ['ed25519', 'rsa', 'ecdsa'], 'ed25519');
  const name = optionalText(args, 'name') ?? `id_${type}`;
  if (!/^\w[\w.-]*$/.test(name)) throw new ToolFailure(`"${name}" is not a plain file name`, 'invalid_arguments');
  const comment = optionalText(args, 'comment') ?? '';
  const directory = join(homeDirectory(), '.ssh');
  const path = join(directory, name);
  for (const file of [path, `${path}.pub`]) {
    if (exists(file))
      throw new ToolFailure(`${file} exists and is not overwritten: choose another name`, 'invalid_arguments');
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const bits = type === 'rsa' ? ['-b', '4096'] : [];
  // No passphrase: it would have to stand in the argument vector, where everybody can read it.
  await call('ssh-keygen', ['-q', '-t', type, ...bits, '-N', '', '-C', comment, '-f', path], { cwd: io.cwd });
  const key = parsePublicKey(readFileSync(`${path}.pub`, 'utf8'));
  if (key === undefined) throw new ToolFailure(`ssh-keygen wrote no public key to ${path}.pub`);
  return {
    path,
    public_key_file: `${path}.pub`,
    public_key: key.line,
    type: key.type,
    bits: key.bits,
    fingerprint: key.fingerprint,
    has_passphrase: false,
    add_passphrase_with: `ssh-keygen -p -f ${path}`,
  };
}

function exists(file: string): boolean {
  try {
    return lstatSync(file) !== undefined;
  } catch {
    return false;
  }
}
