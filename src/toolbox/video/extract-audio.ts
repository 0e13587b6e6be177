/** Tool `video_extract_audio`: one sound track of a video as a file, copied or encoded by ffmpeg. */
import { dirname, extname, join } from 'node:path';
import { flag, oneOf, optionalInteger, text } from '../arguments.ts';
import { call } from '../call.ts';
import { checkTarget, putInPlace, withWorkspace } from '../output-file.ts';
import { sourceFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { failureOfMedia, ONLY_FILES, probe } from './probe.ts';

/** How ffmpeg writes a kind of file: its muxer, the codecs that can be copied into it, and how to encode. */
type Target = {
  readonly muxer: string;
  readonly takes: readonly string[];
  readonly encode: readonly string[];
  readonly rate: boolean;
};

const AAC: Target = { muxer: 'ipod', takes: ['aac', 'alac'], encode: ['-c:a', 'aac'], rate: true };
const TARGETS = new Map<string, Target>([
  ['.mp3', { muxer: 'mp3', takes: ['mp3'], encode: ['-c:a', 'libmp3lame'], rate: true }],
  ['.m4a', AAC],
  ['.aac', { ...AAC, muxer: 'adts', takes: ['aac'] }],
  ['.opus', { muxer: 'opus', takes: ['opus'], encode: ['-c:a', 'libopus'], rate: true }],
  ['.ogg', { muxer: 'ogg', takes: ['vorbis', 'opus', 'flac'], encode: ['-c:a', 'libvorbis'], rate: true }],
  ['.flac', { muxer: 'flac', takes: ['flac'], encode: ['-c:a', 'flac'], rate: false }],
  ['.wav', { muxer: 'wav', takes: ['pcm_s16le', 'pcm_s24le'], encode: ['-c:a', 'pcm_s16le'], rate: false }],
  ['.mka', { muxer: 'matroska', takes: [], encode: ['-c:a', 'flac'], rate: false }],
]);

/** Arguments: `path`, `output`, `mode` auto | copy | encode (auto), `track` (1), `start_seconds`, `duration_seconds`, `bit_rate_kbps`, `overwrite`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const source = sourceFile(text(args, 'path'), io.cwd);
  const output = text(args, 'output');
  const kind = TARGETS.get(extname(output).toLowerCase());
  if (kind === undefined) {
    const known = [...TARGETS.keys()].join(', ');
    throw new ToolFailure(`the extension of ${output} names no sound format (${known})`, 'invalid_arguments');
  }
  const target = checkTarget(output, io.cwd, flag(args, 'overwrite'));
  const track = optionalInteger(args, 'track') ?? 1;
  const sounds = (await probe(source, io.cwd)).tracks.filter((one) => one.kind === 'audio');
  const sound = sounds[track - 1];
  if (sound === undefined) {
    const there = sounds.length === 0 ? 'no sound at all' : `only ${sounds.length} sound tracks`;
    throw new ToolFailure(`${source.path} has ${there}`, 'not_found');
  }
  const codec = codecOptions(args, kind, sound.codec, output);
  return await withWorkspace(dirname(target.file), async (workspace) => {
    const made = join(workspace, 'made');
    const argv = [
      '-nostdin',
      '-v',
      'error',
      ...ONLY_FILES,
      ...seconds(args, 'start_seconds', '-ss'),
      '-i',
      `file:${source.file}`,
    ];
    argv.push(
      ...seconds(args, 'duration_seconds', '-t'),
      '-map',
      `0:a:${track - 1}`,
      '-vn',
      '-sn',
      '-dn',
      ...codec.options,
    );
    const { exitCode, stderr } = await call('ffmpeg', [...argv, '-f', kind.muxer, `file:${made}`], {
      cwd: io.cwd,
      ok: Array.from({ length: 256 }, (_, code) => code),
    });
    if (exitCode !== 0) throw failureOfMedia(stderr.toString('utf8'), source.file, source.path);
    const result = sourceFile(made, io.cwd);
    const media = await probe(result, io.cwd);
    const replaced = putInPlace(made, target);
    return {
      output: target.file,
      size_bytes: result.sizeBytes,
      codec: media.tracks.find((one) => one.kind === 'audio')?.codec ?? null,
      duration_seconds: media.durationS,
      copied: codec.copied,
      replaced,
    };
  });
}

function codecOptions(
  args: JsonObject,
  kind: Target,
  codec: string | null,
  output: string,
): { options: readonly string[]; copied: boolean } {
  const mode = oneOf(args, 'mode', ['auto', 'copy', 'encode'], 'auto');
  const rate = optionalInteger(args, 'bit_rate_kbps');
  // Matroska takes any sound there is.
  const fits = kind.takes.length === 0 || kind.takes.includes(codec ?? '');
  if (mode === 'copy' && !fits) {
    throw new ToolFailure(`sound in ${codec ?? 'an unknown codec'} cannot be copied into ${output}; let it be encoded`);
  }
  if (mode === 'copy' || (mode === 'auto' && fits && rate === undefined)) {
    if (rate !== undefined) throw new ToolFailure('"bit_rate_kbps" needs encoding', 'invalid_arguments');
    return { options: ['-c:a', 'copy'], copied: true };
  }
  if (rate !== undefined && !kind.rate) {
    throw new ToolFailure(`"bit_rate_kbps" means nothing for ${extname(output)}`, 'invalid_arguments');
  }
  return { options: rate === undefined ? kind.encode : [...kind.encode, '-b:a', `${rate}k`], copied: false };
}

function seconds(args: JsonObject, name: string, option: string): string[] {
  const value = args[name];
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new ToolFailure(`argument "${name}" must be a number of seconds`, 'invalid_arguments');
  }
  return [option, value.toFixed(3)];
}
