/**
 * Tool `ssh_key_list`: the key pairs in the user's SSH directory. Of a private key it tells only that it is there,
 * whether it has a passphrase, and whether others may read it.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { homeDirectory } from '../home.ts';
import { statOf } from '../path-entries.ts';
import { failureOfSystemError, type Json, type JsonObject } from '../tool.ts';
import { isEncrypted, parsePublicKey } from './keys.ts';

/** Enough to see how a private key begins. */
const HEAD_BYTES = 1024;
/** ssh refuses a private key that the group or others may open. */
const OTHERS = 0o077;

export function run(): Json {
  const directory = join(homeDirectory(), '.ssh');
  let names: string[];
  try {
    names = readdirSync(directory).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { directory, exists: false, keys: [], total: 0 };
    throw failureOfSystemError(error, directory);
  }
  const stems = new Set<string>();
  for (const name of names) {
    if (name.endsWith('.pub')) stems.add(name.slice(0, -4));
    else if (/PRIVATE KEY-----/.test(head(join(directory, name)))) stems.add(name);
  }
  const keys = [...stems].sort().map((stem) => describe(directory, stem));
  return { directory, exists: true, keys, total: keys.length };
}

function describe(directory: string, name: string): JsonObject {
  const file = join(directory, name);
  const stat = statOf(file);
  const publicKey = parsePublicKey(firstLine(`${file}.pub`));
  return {
    name,
    type: publicKey?.type ?? null,
    bits: publicKey?.bits ?? null,
    fingerprint: publicKey?.fingerprint ?? null,
    comment: publicKey?.comment ?? null,
    public_key: publicKey?.line ?? null,
    public_key_file: statOf(`${file}.pub`) === undefined ? null : `${file}.pub`,
    private_key_file: stat === undefined ? null : file,
    has_passphrase: stat === undefined ? null : isEncrypted(head(file)),
    permissions: stat === undefined ? null : (stat.mode & 0o777).toString(8).padStart(3, '0'),
    permissions_safe: stat === undefined ? null : (stat.mode & OTHERS) === 0,
  };
}

function head(file: string): string {
  let descriptor: number | undefined;
  try {
    if (!(statOf(file)?.isFile() ?? false)) return '';
    descriptor = openSync(file, 'r');
    const buffer = Buffer.alloc(HEAD_BYTES);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0)).toString('latin1');
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function firstLine(file: string): string {
  try {
    return (
      readFileSync(file, 'utf8')
        .split(/\r?\n/)
        .find((line) => line.trim() !== '') ?? ''
    );
  } catch {
    return '';
  }
}
