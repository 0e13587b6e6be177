/**
 * How a read asks cargo about a project: from the root directory, so that neither a toolchain nor a compiler that the
 * project's own files name (rust-toolchain.toml, .cargo/config.toml) is started.
 */
import { join } from 'node:path';
import { type Called, call } from '../call.ts';

/** Runs `cargo ARGV…` for the project of this directory; `ok` as for `call`. */
export function askCargo(argv: readonly string[], root: string, ok: readonly number[] = [0]): Promise<Called> {
  return call('cargo', [...argv, `--manifest-path=${join(root, 'Cargo.toml')}`], { cwd: '/', ok });
}
