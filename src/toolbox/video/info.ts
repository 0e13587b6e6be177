/** Tool `video_info`: duration, container and tracks of a video or sound file. */
import { text } from '../arguments.ts';
import { sourceFile } from '../source-file.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { numberOf, objectOf, probe, type Track } from './probe.ts';

/** Argument: `path`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const source = sourceFile(text(args, 'path'), io.cwd);
  const media = await probe(source, io.cwd);
  const of = (kind: string): Track[] => media.tracks.filter((track) => track.kind === kind);
  return {
    file: source.file,
    container: media.container,
    duration_seconds: media.durationS,
    size_bytes: source.sizeBytes,
    bit_rate: media.bitRate,
    title: media.title,
    created: media.created,
    video: of('video').map(describePicture),
    audio: of('audio').map((track, index) => describeSound(track, index + 1)),
    subtitles: of('subtitle').map(({ codec, language, title }) => ({ codec, language, title })),
  };
}

function describePicture({ codec, fields }: Track): Json {
  const sideData = Array.isArray(fields.side_data_list) ? (fields.side_data_list as readonly Json[]) : [];
  const turned = sideData.map((item) => numberOf(objectOf(item).rotation)).find((rotation) => rotation !== null);
  return {
    codec,
    width: numberOf(fields.width),
    height: numberOf(fields.height),
    // ffprobe counts turns to the left; older versions put turns to the right into a tag.
    rotation: turnOf(turned === undefined || turned === null ? numberOf(objectOf(fields.tags).rotate) : -turned),
    frames_per_second: rateOf(fields.avg_frame_rate),
    pixel_format: typeof fields.pix_fmt === 'string' ? fields.pix_fmt : null,
    bit_rate: numberOf(fields.bit_rate),
    cover: objectOf(fields.disposition).attached_pic === 1,
  };
}

function describeSound({ codec, fields, language, title }: Track, track: number): Json {
  return {
    track,
    codec,
    channels: numberOf(fields.channels),
    sample_rate: numberOf(fields.sample_rate),
    bit_rate: numberOf(fields.bit_rate),
    language,
    title,
  };
}

/** Degrees clockwise, 0 to 359. */
function turnOf(degrees: number | null): number {
  return (((degrees ?? 0) % 360) + 360) % 360;
}

/** "30000/1001" as frames a second to three places. */
function rateOf(value: Json | undefined): number | null {
  const match = /^(\d+)\/(\d+)$/.exec(typeof value === 'string' ? value : '');
  if (match === null || Number(match[2]) === 0) return null;
  const rate = Math.round((Number(match[1]) / Number(match[2])) * 1000) / 1000;
  return rate === 0 ? null : rate;
}
