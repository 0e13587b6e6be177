/** What ffprobe says of a video or sound file, as data. Shared by the video tools; it knows none of them. */
import { call } from '../call.ts';
import type { SourceFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

export type Track = {
  readonly kind: string;
  readonly codec: string | null;
  readonly fields: JsonObject;
  readonly language: string | null;
  readonly title: string | null;
};

export type Media = {
  readonly container: string | null;
  readonly durationS: number | null;
  readonly bitRate: number | null;
  readonly title: string | null;
  readonly created: string | null;
  readonly tracks: readonly Track[];
};

/**
 * Before a file name: read this file and nothing else. Without it a name such as "concat:…" or "http://…" would be a
 * protocol, and a playlist could have other addresses fetched.
 */
export const ONLY_FILES = ['-protocol_whitelist', 'file'];

export async function probe({ file, path }: SourceFile, cwd: string): Promise<Media> {
  const argv = ['-v', 'error', ...ONLY_FILES, '-of', 'json', '-show_format', '-show_streams', `file:${file}`];
  const { exitCode, stdout, stderr } = await call('ffprobe', argv, { cwd, ok: [0, 1] });
  if (exitCode !== 0) throw failureOfMedia(stderr.toString('utf8'), file, path);
  return parseProbe(stdout.toString('utf8'));
}

/** The last line says what made it give up. */
export function failureOfMedia(words: string, file: string, path: string): ToolFailure {
  const last = words.trim().split('\n').at(-1)?.replace(`file:${file}: `, '') ?? '';
  const isUnknown = /Invalid data found|moov atom not found/.test(words);
  return isUnknown
    ? new ToolFailure(`${path} is no video or sound file that can be read (${last})`, 'not_supported')
    : new ToolFailure(`${path}: ${last.slice(0, 500)}`);
}

/** Reads the JSON of `ffprobe -show_format -show_streams`, in which numbers come as text or as "N/A". */
export function parseProbe(json: string): Media {
  const document = JSON.parse(json) as JsonObject;
  const format = objectOf(document.format);
  const tags = objectOf(format.tags);
  const streams = Array.isArray(document.streams) ? (document.streams as readonly Json[]).map(objectOf) : [];
  return {
    container: textOf(format.format_name),
    durationS: numberOf(format.duration),
    bitRate: numberOf(format.bit_rate),
    title: textOf(tags.title),
    created: textOf(tags.creation_time),
    tracks: streams.map((stream) => {
      const own = objectOf(stream.tags);
      const language = textOf(own.language);
      return {
        kind: textOf(stream.codec_type) ?? 'data',
        codec: textOf(stream.codec_name),
        fields: stream,
        language: language === 'und' ? null : language,
        title: textOf(own.title),
      };
    }),
  };
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function numberOf(value: Json | undefined): number | null {
  if (value === undefined || value === null || value === '' || typeof value === 'object') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
