/** Tool `file_type`: what a file is by its contents, from the system's `file` where there is one, else from signatures. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { textList } from '../arguments.ts';
import { call } from '../call.ts';
import { readAt, withFile } from '../source-file.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { signatureOf } from './signature.ts';
import { Unreadable } from './walk.ts';

type Kind = 'file' | 'directory' | 'symlink' | 'socket' | 'fifo' | 'device';

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const unreadable = new Unreadable();
  const found = textList(args, 'paths').flatMap((path) => {
    const absolute = resolve(io.cwd, path);
    try {
      return [{ path, absolute, stat: lstatSync(absolute) }];
    } catch (error) {
      unreadable.add(path, failureOfSystemError(error, path).message);
      return [];
    }
  });
  const regular = found.filter(({ stat }) => stat.isFile());
  const told = await askSystem(
    regular.map(({ absolute }) => absolute),
    io,
  );
  const files = found.flatMap(({ path, absolute, stat }) => {
    const base = {
      path,
      kind: kindOf(stat),
      size: stat.size,
      link_target: stat.isSymbolicLink() ? readlinkSync(absolute) : null,
    };
    if (!stat.isFile())
      return [{ ...base, mime: `inode/${base.kind}`, charset: null, description: null, source: 'magic' }];
    try {
      const start = withFile(absolute, '/', (file) => readAt(file, 0, 64 * 1024));
      const system = told?.get(absolute);
      const judged = system ?? {
        ...signatureOf(start, start.length === stat.size),
        description: null,
        source: 'magic',
      };
      return [{ ...base, ...judged }];
    } catch (error) {
      unreadable.add(path, (error as Error).message.replace(absolute, path));
      return [];
    }
  });
  return { files, ...unreadable.fields() };
}

type Judged = { mime: string; charset: string | null; description: string | null; source: string };

/** `--brief` prints one line a file and escapes what would break it; undefined when the system has no `file`. */
async function askSystem(paths: readonly string[], io: ToolIo): Promise<Map<string, Judged> | undefined> {
  if (paths.length === 0) return new Map();
  const lines = async (options: readonly string[]): Promise<string[]> => {
    const { stdout } = await call('file', ['--brief', ...options, '--', ...paths], { cwd: io.cwd, ok: [0, 1] });
    return stdout.toString('utf8').split('\n').slice(0, paths.length);
  };
  try {
    const [mimes, words] = [await lines(['--mime']), await lines([])];
    const told = new Map<string, Judged>();
    for (const [i, path] of paths.entries()) {
      const match = /^([\w.+-]+\/[\w.+-]+)(?:; charset=(\S+))?$/.exec(mimes[i] ?? '');
      if (match === null) continue;
      told.set(path, { mime: match[1]!, charset: match[2] ?? null, description: words[i] ?? null, source: 'file' });
    }
    return told;
  } catch (error) {
    if (error instanceof ToolFailure && error.reason === 'not_installed') return undefined;
    throw error;
  }
}

function kindOf(stat: Stats): Kind {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  if (stat.isSymbolicLink()) return 'symlink';
  if (stat.isSocket()) return 'socket';
  return stat.isFIFO() ? 'fifo' : 'device';
}
