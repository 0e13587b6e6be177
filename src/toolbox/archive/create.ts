/** Tool `archive_create`: packs files into a zip or tar. The archive is written beside its place and appears when it is whole. */
import { closeSync, constants, createWriteStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flag, oneOf, text, textList } from '../arguments.ts';
import { realOf } from '../file/protected.ts';
import { lstatOr, makeParents, temporaryBeside } from '../file/transfer.ts';
import { existingDirectory, reasonOf, Unreadable } from '../file/walk.ts';
import { accessSync, linkSync, openSync, renameSync, rmSync } from '../held-files.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Compression, compressor } from './filter.ts';
import { type Source, sourcesOf } from './sources.ts';
import { tarBytes } from './tar-write.ts';
import { writeZip } from './zip-write.ts';

const FORMATS = ['zip', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const;
type Format = (typeof FORMATS)[number];
const ENDINGS: readonly (readonly [RegExp, Format])[] = [
  [/\.(?:zip|jar)$/i, 'zip'],
  [/\.tar$/i, 'tar'],
  [/\.(?:tar\.gz|tgz)$/i, 'tar.gz'],
  [/\.(?:tar\.bz2|tbz2?)$/i, 'tar.bz2'],
  [/\.(?:tar\.xz|txz)$/i, 'tar.xz'],
  [/\.(?:tar\.zst|tzst)$/i, 'tar.zst'],
];

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const output = resolve(io.cwd, text(args, 'output'));
  const format = formatOf(args, output);
  const overwrite = flag(args, 'overwrite');
  const taken = lstatOr(output);
  if (taken !== undefined && (!overwrite || !taken.isFile())) {
    throw new ToolFailure(
      `${output} exists already${overwrite ? ' and is not a file' : '; overwrite is not set'}`,
      'invalid_arguments',
    );
  }
  const directory = existingDirectory(text(args, 'directory'), io.cwd);
  makeParents(output);
  const beside = temporaryBeside(output);
  const skipped = new Unreadable();
  const never = new Set([realOf(output), realOf(beside)]);
  const found = sourcesOf(textList(args, 'paths'), directory, textList(args, 'exclude'), never, skipped);
  const sources = found.filter((source) => isReadable(source, skipped));
  if (sources.length === 0) throw new ToolFailure('there is nothing to pack', 'invalid_arguments');
  try {
    await write(format, sources, beside);
    if (overwrite) renameSync(beside, output);
    else {
      linkSync(beside, output);
      rmSync(beside);
    }
  } catch (error) {
    rmSync(beside, { force: true });
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, output);
  }
  const bytes = sources.reduce((sum, { stat }) => sum + (stat.isFile() ? stat.size : 0), 0);
  return {
    output,
    format,
    entries: sources.length,
    bytes,
    size: statSync(output).size,
    skipped: skipped.places,
    complete: skipped.count === 0,
  };
}

function formatOf(args: JsonObject, output: string): Format {
  const told = ENDINGS.find(([ending]) => ending.test(output))?.[1];
  if (args.format !== undefined) return oneOf(args, 'format', FORMATS, 'zip');
  if (told === undefined)
    throw new ToolFailure(`the ending of ${output} tells no format: give format`, 'invalid_arguments');
  return told;
}

/** Asked before anything is written: half an entry cannot be taken back. */
function isReadable({ absolute, name, stat }: Source, skipped: Unreadable): boolean {
  if (!stat.isFile()) return true;
  try {
    accessSync(absolute, constants.R_OK);
    return true;
  } catch (error) {
    skipped.add(name, reasonOf(error));
    return false;
  }
}

async function write(format: Format, sources: readonly Source[], place: string): Promise<void> {
  if (format === 'zip') {
    const file = openSync(place, 'wx', 0o666);
    try {
      await writeZip(sources, file);
    } finally {
      closeSync(file);
    }
    return;
  }
  const output = createWriteStream(place, { flags: 'wx', mode: 0o666 });
  const { input, done } = compressor(format === 'tar' ? 'none' : (format.slice('tar.'.length) as Compression), output);
  await Promise.race([pipeline(Readable.from(tarBytes(sources)), input).then(() => done), failureOf(done)]);
}

/** Rejects when the other end fails; never resolves by itself. */
function failureOf(done: Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    done.catch(reject);
  });
}
