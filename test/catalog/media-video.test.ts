import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseProbe } from '../../src/toolbox/video/probe.ts';
import { type Desk, have, openDesk } from './media-fixture.ts';

const hasFfmpeg = have(['ffmpeg', '-version'], ['ffprobe', '-version']);
const reason = hasFfmpeg ? '' : ' (skipped: ffmpeg is not installed here)';

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

/** Two seconds of test picture with two sound tracks, in codecs that every build of ffmpeg has. */
function record(name: string): void {
  const sources = [
    'testsrc=size=64x48:rate=10:duration=2',
    'sine=frequency=440:duration=2',
    'sine=frequency=880:duration=2',
  ];
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const maps = [
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-c:v',
    'mpeg4',
    '-c:a',
    'aac',
    '-metadata:s:a:1',
    'language=chi',
  ];
  desk.program('ffmpeg', '-v', 'error', ...inputs, ...maps, '-metadata', 'title=标题 "1"', `file:${name}`);
}

/** As ffprobe 5.1 wrote it, cut to what matters here. */
const RECORDED = `{"streams": [
  {"index": 0, "codec_name": "h264", "codec_type": "video", "width": 64, "height": 48, "avg_frame_rate": "30000/1001",
   "bit_rate": "10616", "disposition": {"attached_pic": 0}, "tags": {"language": "und"}},
  {"index": 1, "codec_name": "aac", "codec_type": "audio", "sample_rate": "44100", "channels": 1, "tags": {"language": "chi"}},
  {"index": 2, "codec_type": "data"}],
 "format": {"format_name": "mov,mp4,m4a,3gp,3g2,mj2", "duration": "2.000000", "bit_rate": "N/A", "tags": {"title": "标题"}}}`;

describe('the reader of ffprobe', () => {
  it('turns text into numbers and the unknown into null', () => {
    const media = parseProbe(RECORDED);
    expect(media).toMatchObject({ durationS: 2, bitRate: null, title: '标题', created: null });
    expect(media.tracks.map(({ kind, codec, language }) => [kind, codec, language])).toEqual([
      ['video', 'h264', null],
      ['audio', 'aac', 'chi'],
      ['data', null, null],
    ]);
    expect(parseProbe('{}')).toMatchObject({ container: null, tracks: [] });
  });
});

describe(`media.video${reason}`, () => {
  it.skipIf(!hasFfmpeg)('info: duration, tracks, languages, whatever the name', async () => {
    record('-片 %03d [1].mp4');
    const info = await desk.answer('media.video.info', { path: '-片 %03d [1].mp4' });
    expect(info).toMatchObject({
      container: expect.stringContaining('mp4'),
      title: '标题 "1"',
      video: [{ codec: 'mpeg4', width: 64, height: 48, rotation: 0, frames_per_second: 10, cover: false }],
      audio: [
        { track: 1, codec: 'aac', channels: 1, sample_rate: 44100, language: null },
        { track: 2, codec: 'aac', language: 'chi' },
      ],
      subtitles: [],
    });
    expect(info.duration_seconds).toBeCloseTo(2, 1);
  });

  it.skipIf(!hasFfmpeg)(
    'extract_audio: copies where it can, encodes where it must, takes a track and a stretch',
    async () => {
      record('a.mp4');
      const extract = (args: object) =>
        desk.answer('media.video.extract_audio', { path: 'a.mp4', overwrite: true, ...args });
      expect(await extract({ output: '-声 %d.m4a' })).toMatchObject({ codec: 'aac', copied: true });
      expect(await extract({ output: 'a.mka' })).toMatchObject({ codec: 'aac', copied: true });
      const wav = await extract({ output: 'a.wav', track: 2, start_seconds: 0.5, duration_seconds: 1 });
      expect(wav).toMatchObject({ codec: 'pcm_s16le', copied: false });
      expect(wav.duration_seconds).toBeCloseTo(1, 1);
      expect(await extract({ output: 'a.m4a', mode: 'encode', bit_rate_kbps: 32 })).toMatchObject({ copied: false });
      expect(await extract({ output: 'a.flac' })).toMatchObject({ codec: 'flac', copied: false });
      const info = await desk.answer('media.video.info', { path: 'a.wav' });
      expect(info).toMatchObject({ video: [], audio: [{ track: 1, codec: 'pcm_s16le' }] });
      const rate = await desk.said('media.video.extract_audio', { path: 'a.mp4', output: 'b.wav', bit_rate_kbps: 64 });
      expect(rate).toBe('"bit_rate_kbps" means nothing for .wav');
      const copy = await desk.said('media.video.extract_audio', { path: 'a.mp4', output: 'b.mp3', mode: 'copy' });
      expect(copy).toContain('cannot be copied');
    },
  );

  it.skipIf(!hasFfmpeg)('extract_audio: replaces nothing unless told, and says what is not there', async () => {
    record('a.mp4');
    desk.write('a.flac', 'mine');
    const said = (args: object) => desk.said('media.video.extract_audio', { path: 'a.mp4', output: 'o.wav', ...args });
    expect(await said({ output: 'a.flac' })).toContain('a.flac exists already; nothing was changed');
    expect(await said({ track: 3 })).toBe('a.mp4 has only 2 sound tracks');
    expect(await said({ output: 'o.exe' })).toContain('names no sound format');
    expect(await said({ output: 'no/o.wav' })).toContain('does not exist');
    expect(await said({ path: 'no.mp4' })).toBe('no.mp4 does not exist');
    expect(desk.names()).toEqual(['a.flac', 'a.mp4']);
    const done = await desk.answer('media.video.extract_audio', { path: 'a.mp4', output: 'a.flac', overwrite: true });
    expect(done).toMatchObject({ replaced: true });
  });

  it.skipIf(!hasFfmpeg)('reads no other file or address that a playlist names, and says what is no media', async () => {
    desk.write('list.m3u8', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n');
    desk.write('a.mp4', 'no video at all\n');
    expect(await desk.said('media.video.info', { path: 'list.m3u8' })).not.toBe('');
    expect(await desk.said('media.video.info', { path: 'a.mp4' })).toContain('is no video or sound file');
    expect(await desk.said('media.video.info', { path: '.' })).toBe('. is a directory');
  });

  it('says which program is missing where ffmpeg is not installed', async () => {
    desk.write('a.mp4', '');
    expect(await desk.saidWithoutPrograms('media.video.info', { path: 'a.mp4' })).toContain('ffprobe');
    const extract = { path: 'a.mp4', output: 'a.mp3' };
    expect(await desk.saidWithoutPrograms('media.video.extract_audio', extract)).toMatch(/ffprobe|ffmpeg/);
    expect(desk.names()).toEqual(['a.mp4']);
  });
});
