/** Where git really sends to and fetches from: after every setting that puts one address in place of another. It connects to nothing. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, lastOf } from './configuration.ts';
import { currentBranch, type Repository } from './repository.ts';

/** Each address of a remote; empty for one that has none. */
export async function addressesOf(repository: Repository, remote: string, way: 'fetch' | 'push'): Promise<string[]> {
  const push = way === 'push' ? ['--push'] : [];
  return lines(repository, ['remote', 'get-url', ...push, '--all', '--', remote]);
}

/** The same for whatever git takes for a remote, a path above all. */
export async function anyAddressesOf(repository: Repository, remote: string, way: 'fetch' | 'push'): Promise<string[]> {
  const known = await addressesOf(repository, remote, way);
  return known.length > 0 ? known : lines(repository, ['ls-remote', '--get-url', '--', remote]);
}

/** The remote that is meant where none is named. */
export async function usualRemote(repository: Repository, configuration: Configuration): Promise<string> {
  const branch = await currentBranch(repository);
  const followed = branch === null ? undefined : lastOf(configuration, `branch.${branch}.remote`);
  return followed?.value ?? 'origin';
}

/** The directory on this machine that an address means; undefined for one that leads elsewhere. */
export function directoryOfAddress(address: string, { root }: Repository): string | undefined {
  if (/^file:\/\//i.test(address)) {
    try {
      return fileURLToPath(address);
    } catch {
      return undefined;
    }
  }
  return /^[^/]*:/.test(address) ? undefined : resolve(root, address);
}

/** Output by lines; a remote without an address (exit 2 or 128) has none. */
export async function lines(repository: Repository, argv: readonly string[]): Promise<string[]> {
  const { exitCode, stdout } = await repository.read(argv, { ok: [0, 2, 128] });
  const rows = stdout.toString('utf8').split('\n');
  return exitCode === 0 ? rows.slice(0, -1) : [];
}
