/**
 * Tool `network_download`: what a URL delivers as a file that appears only when it is whole.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import { flag, optionalInteger, optionalText, text } from '../arguments.ts';
import { refuseOwnPlace } from '../own-places.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Exchange, exchange, headersOf, shown } from './http-request.ts';

/** A download that never ends fills the disk: 10 GiB unless told. */
const MAX_BYTES = 10 * 1024 ** 3;

/**
 * Arguments: `url`, `path` (file or directory), `sha256`, `overwrite` (false), `headers`, `max_bytes`,
 * `verify_certificate` (true), `stall_seconds` (60).
 */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const start = performance.now();
  const overwrite = flag(args, 'overwrite');
  const stallMs = 1000 * (optionalInteger(args, 'stall_seconds') ?? 60);
  const given = text(args, 'path');
  if (given.includes('\0')) throw new ToolFailure('the path holds a NUL character', 'invalid_arguments');
  const asked = resolve(io.cwd, given);
  refuseOwnPlace(asked);
  const intoDirectory = given.endsWith('/') || (await isDirectory(asked));
  const directory = await realDirectory(intoDirectory ? asked : dirname(asked), given);
  if (!intoDirectory) await refuseExisting(join(directory, basename(asked)), overwrite);

  const done = await exchange({
    method: 'GET',
    url: text(args, 'url'),
    headers: headersOf(args),
    acceptEncoding: 'identity',
    followRedirects: true,
    maxRedirects: 10,
    verifyCertificate: flag(args, 'verify_certificate', true),
    timeoutMs: stallMs,
  });
  const { response } = done;
  try {
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      const reason = status === 404 || status === 410 ? 'not_found' : 'failed';
      throw new ToolFailure(`${shown(done.url)} answers ${status} ${response.statusMessage ?? ''}`.trim(), reason);
    }
    const target = join(directory, intoDirectory ? nameOf(done) : basename(asked));
    // The server has named it where a directory was asked for.
    refuseOwnPlace(target);
    const replaced = await refuseExisting(target, overwrite);
    const limit = optionalInteger(args, 'max_bytes') ?? MAX_BYTES;
    const saved = await save(response, target, { limit, stallMs, overwrite, sha256: optionalText(args, 'sha256') });
    return {
      path: target,
      url: shown(done.url),
      ...saved,
      content_type: response.headers['content-type'] ?? null,
      replaced,
      milliseconds: Math.round(performance.now() - start),
    };
  } finally {
    response.destroy();
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

async function realDirectory(path: string, given: string): Promise<string> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory()) throw new ToolFailure(`${path} is not a directory`, 'invalid_arguments');
    return real;
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, `the directory for ${given}`);
  }
}

/** Whether something is there that may be replaced. Throws ToolFailure when it may not. */
async function refuseExisting(path: string, overwrite: boolean): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return false;
  if (status.isDirectory()) throw new ToolFailure(`${path} is a directory`, 'invalid_arguments');
  if (!overwrite) throw new ToolFailure(`${path} exists already; say "overwrite" to replace it`, 'invalid_arguments');
  return true;
}

/** Last part of the URL's path as a plain name; a server cannot choose a place. */
function nameOf(done: Exchange): string {
  const last = done.url.pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not valid UTF-8 behind the percent signs: taken as it stands.
  }
  name = name.replaceAll(/[/\0\n\r]/g, '_');
  return name === '' || name === '.' || name === '..' ? 'download' : name;
}

type SaveOptions = {
  readonly limit: number;
  readonly stallMs: number;
  readonly overwrite: boolean;
  readonly sha256: string | undefined;
};

async function save(
  response: IncomingMessage,
  target: string,
  options: SaveOptions,
): Promise<{ bytes: number; sha256: string }> {
  const temporary = join(dirname(target), `.cap-download-${randomBytes(9).toString('base64url')}`);
  let file: FileHandle;
  try {
    file = await open(temporary, 'wx', 0o666);
  } catch (error) {
    throw failureOfSystemError(error, dirname(target));
  }
  // When the runner ends us for being late, nothing half done stays behind.
  const clear = (): void => {
    rmSync(temporary, { force: true });
    process.exit(1);
  };
  process.once('SIGTERM', clear);
  try {
    const saved = await receive(response, file, options);
    await file.sync();
    await file.close();
    await publish(temporary, target, options.overwrite);
    return saved;
  } catch (error) {
    await file.close().catch(() => {});
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, target);
  } finally {
    process.off('SIGTERM', clear);
    await unlink(temporary).catch(() => {});
  }
}

async function receive(
  response: IncomingMessage,
  file: FileHandle,
  options: SaveOptions,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const late = new ToolFailure(`nothing came for ${options.stallMs / 1000} seconds`);
  const timer = setTimeout(() => response.destroy(late), options.stallMs);
  try {
    for await (const chunk of response) {
      timer.refresh();
      const piece = chunk as Buffer;
      bytes += piece.length;
      if (bytes > options.limit) throw new ToolFailure(`it is larger than ${options.limit} bytes; nothing was kept`);
      hash.update(piece);
      await file.write(piece);
    }
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new ToolFailure('there is no space left for the file');
    throw new ToolFailure(`the transfer broke off after ${bytes} bytes; nothing was kept`);
  } finally {
    clearTimeout(timer);
  }
  const announced = response.headers['content-length'];
  if (announced !== undefined && Number(announced) !== bytes) {
    throw new ToolFailure(`${bytes} bytes came instead of ${announced}; nothing was kept`);
  }
  const sha256 = hash.digest('hex');
  if (options.sha256 !== undefined && options.sha256.toLowerCase() !== sha256) {
    throw new ToolFailure(`its SHA-256 is ${sha256}, not ${options.sha256.toLowerCase()}; nothing was kept`);
  }
  return { bytes, sha256 };
}

/** A link takes the name only if nobody else has it by now; a rename takes it in any case. */
async function publish(temporary: string, target: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    await rename(temporary, target);
    return;
  }
  try {
    await link(temporary, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') throw new ToolFailure(`${target} exists already`, 'invalid_arguments');
    // File systems without hard links (FAT, some shares).
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    await refuseExisting(target, false);
    await rename(temporary, target);
  }
}
