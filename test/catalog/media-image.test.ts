import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, have, openDesk } from './media-fixture.ts';
import * as real from './media-pictures.ts';

const hasMagick = have(['convert', '-version']);
const magick = hasMagick ? '' : ' (skipped: ImageMagick is not installed here)';

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

/** A PNG of one colour: real pixels, real chunks; the checksums are zlib's business and left to it where they matter. */
function png(width: number, height: number, rgba: readonly [number, number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(rgba))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

type Entry = readonly [tag: number, type: number, count: number, value: number | Buffer];

/** An EXIF block in the byte order of most phones (big endian), with a camera, an orientation, a time and a place. */
function exif(): Buffer {
  const directory = (at: number, entries: readonly Entry[]): Buffer => {
    const head = Buffer.alloc(2 + entries.length * 12 + 4);
    head.writeUInt16BE(entries.length);
    const rest: Buffer[] = [];
    let end = at + head.length;
    entries.forEach(([tag, type, count, value], index) => {
      const place = 2 + index * 12;
      head.writeUInt16BE(tag, place);
      head.writeUInt16BE(type, place + 2);
      head.writeUInt32BE(count, place + 4);
      if (typeof value === 'number') {
        if (type === 3) head.writeUInt16BE(value, place + 8);
        else head.writeUInt32BE(value, place + 8);
      } else if (value.length <= 4) value.copy(head, place + 8);
      else {
        head.writeUInt32BE(end, place + 8);
        rest.push(value);
        end += value.length;
      }
    });
    return Buffer.concat([head, ...rest]);
  };
  const rationals = (...values: number[]): Buffer => {
    const data = Buffer.alloc(values.length * 8);
    values.forEach((value, index) => {
      data.writeUInt32BE(Math.round(value * 100), index * 8);
      data.writeUInt32BE(100, index * 8 + 4);
    });
    return data;
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf8');
  const main = (exifAt: number, gpsAt: number): Buffer =>
    directory(8, [
      [0x10f, 2, 5, text('Acme')],
      [0x110, 2, 9, text('Acme One')],
      [0x112, 3, 1, 6],
      [0x8769, 4, 1, exifAt],
      [0x8825, 4, 1, gpsAt],
    ]);
  const exifAt = 8 + main(0, 0).length;
  const times = directory(exifAt, [[0x9003, 2, 20, text('2024:03:01 10:20:30')]]);
  const gpsAt = exifAt + times.length;
  const gps = directory(gpsAt, [
    [1, 2, 2, text('S')],
    [2, 5, 3, rationals(33, 51, 30.6)],
    [3, 2, 2, text('E')],
    [4, 5, 3, rationals(151, 12, 36)],
  ]);
  const head = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  return Buffer.concat([head, main(exifAt, gpsAt), times, gps]);
}

/** A JPEG with an EXIF block right behind its start. */
function photo(): Buffer {
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif()]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(block.length + 2);
  return Buffer.concat([real.JPEG.subarray(0, 2), Buffer.of(0xff, 0xe1), length, block, real.JPEG.subarray(2)]);
}

function bmp(width: number, height: number): Buffer {
  const data = Buffer.alloc(54 + width * Math.abs(height) * 4);
  data.write('BM', 0, 'latin1');
  data.writeUInt32LE(data.length, 2);
  data.writeUInt32LE(54, 10);
  data.writeUInt32LE(40, 14);
  data.writeInt32LE(width, 18);
  data.writeInt32LE(height, 22);
  data.writeUInt16LE(1, 26);
  data.writeUInt16LE(24, 28);
  return data;
}

describe('media.image.info', () => {
  it('tells format, size, alpha and frames of every format, by content and not by name', async () => {
    const files: Record<string, Uint8Array> = {
      'a b.png': png(3, 2, [255, 0, 0, 128]),
      '-x.jpg': real.JPEG,
      '图.webp': real.WEBP_LOSSY,
      'less.webp': real.WEBP_LOSSLESS,
      'moves.webp': real.WEBP_ANIMATED,
      'clear.webp': real.WEBP_ALPHA,
      'a.avif': real.AVIF,
      'a.heic': real.HEIC,
      'a.gif': real.GIF,
      'a.tif': real.TIFF,
      'up.bmp': bmp(5, -4),
      'really.png': real.JPEG,
      bare: real.GIF,
    };
    for (const [name, content] of Object.entries(files)) desk.write(name, content);
    const paths = Object.keys(files);
    const { images } = await desk.answer('media.image.info', { paths });
    const found = images.map((image: Record<string, unknown>) => [
      image.path,
      `${image.format} ${image.width}x${image.height}`,
      image.alpha,
      image.frames,
      image.extension_matches,
    ]);
    expect(found).toEqual([
      ['a b.png', 'png 3x2', true, 1, true],
      ['-x.jpg', 'jpeg 40x30', false, 1, true],
      ['图.webp', 'webp 40x30', false, 1, true],
      ['less.webp', 'webp 40x30', false, 1, true],
      ['moves.webp', 'webp 20x10', false, 2, true],
      ['clear.webp', 'webp 6x4', true, 1, true],
      ['a.avif', 'avif 40x30', false, null, true],
      ['a.heic', 'heic 40x30', false, null, true],
      ['a.gif', 'gif 20x10', true, 3, true],
      ['a.tif', 'tiff 40x30', false, 1, true],
      ['up.bmp', 'bmp 5x4', false, 1, true],
      ['really.png', 'jpeg 40x30', false, 1, false],
      ['bare', 'gif 20x10', true, 3, null],
    ]);
  });

  it('reads what the camera wrote, and turns the size by the orientation', async () => {
    desk.write('IMG.JPG', photo());
    const { images } = await desk.answer('media.image.info', { paths: ['IMG.JPG'] });
    expect(images[0]).toMatchObject({
      width: 40,
      height: 30,
      orientation: 6,
      displayed_width: 30,
      displayed_height: 40,
      camera: 'Acme One',
      taken_at: '2024-03-01T10:20:30',
      location: { latitude: -33.8585, longitude: 151.21 },
      bits_per_channel: 8,
      color: 'ycbcr',
    });
  });

  it('says what is wrong with each file, and fails when the only one is', async () => {
    desk.write('a.txt', 'no picture');
    desk.write('empty.png', '');
    desk.write('ok.gif', real.GIF);
    const { images } = await desk.answer('media.image.info', {
      paths: ['ok.gif', 'no.png', 'a.txt', 'empty.png', '.'],
    });
    expect(images.map(({ error }: { error?: string }) => error)).toEqual([
      undefined,
      'no.png does not exist',
      'a.txt is no PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC or AVIF picture',
      'empty.png is no PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC or AVIF picture',
      '. is a directory',
    ]);
    expect(await desk.said('media.image.info', { paths: ['no.png'] })).toBe('no.png does not exist');
  });

  it('never fails otherwise on a file cut anywhere or with any byte turned', async () => {
    const { readImageFile } = await import('../../src/toolbox/image-header.ts');
    const { ToolFailure } = await import('../../src/toolbox/tool.ts');
    const file = join(desk.path, 'x');
    let read = 0;
    const attempt = (content: Uint8Array): void => {
      writeFileSync(file, content);
      try {
        const { width, height } = readImageFile(file, 'x');
        expect(width > 0 && height > 0).toBe(true);
        read += 1;
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
      }
    };
    for (const whole of [
      photo(),
      real.AVIF,
      real.HEIC,
      real.GIF,
      real.TIFF,
      real.WEBP_ANIMATED,
      png(2, 2, [0, 0, 0, 0]),
    ]) {
      for (let length = 0; length < whole.length; length += 1) attempt(whole.subarray(0, length));
      for (let at = 0; at < whole.length; at += 1) {
        const turned = Buffer.from(whole);
        turned[at] = (turned[at] ?? 0) ^ 0xff;
        attempt(turned);
      }
    }
    expect(read).toBeGreaterThan(1000);
  });
});

describe(`media.image.resize and convert${magick}`, () => {
  const size = async (path: string): Promise<string> => {
    const { images } = await desk.answer('media.image.info', { paths: [path] });
    return `${images[0].format} ${images[0].width}x${images[0].height}`;
  };

  it.skipIf(!hasMagick)('scales by width, height, percent, box, crop and force, and never up unless told', async () => {
    desk.write('[0] 图%d.png', png(40, 20, [10, 200, 30, 255]));
    const made = async (args: object, output = 'out.png'): Promise<string> => {
      const result = await desk.answer('media.image.resize', {
        path: '[0] 图%d.png',
        output,
        overwrite: true,
        ...args,
      });
      const told = `${result.format} ${result.width}x${result.height}`;
      expect(await size(output)).toBe(told);
      expect(result.original).toMatchObject({ format: 'png', width: 40, height: 20 });
      return told;
    };
    expect(await made({ width: 10 })).toBe('png 10x5');
    expect(await made({ height: 10 })).toBe('png 20x10');
    expect(await made({ percent: 25 })).toBe('png 10x5');
    expect(await made({ width: 10, height: 10 })).toBe('png 10x5');
    expect(await made({ width: 10, height: 10, mode: 'fill' }, '-中 %d[1].jpg')).toBe('jpeg 10x10');
    expect(await made({ width: 10, height: 10, mode: 'stretch' })).toBe('png 10x10');
    expect(await made({ width: 80 })).toBe('png 40x20');
    expect(await made({ width: 80, enlarge: true })).toBe('png 80x40');
    expect(await desk.said('media.image.resize', { path: '[0] 图%d.png', output: 'x.png' })).toContain('give "width"');
    const both = { path: '[0] 图%d.png', output: 'x.png', width: 1, percent: 5 };
    expect(await desk.said('media.image.resize', both)).toContain('give either "percent"');
    expect(desk.names()).not.toContain('x.png');
  });

  it.skipIf(!hasMagick)('turns a photo upright, and leaves its location out when told', async () => {
    desk.write('IMG.jpg', photo());
    await desk.answer('media.image.convert', { path: 'IMG.jpg', output: 'kept.jpg' });
    await desk.answer('media.image.convert', {
      path: 'IMG.jpg',
      output: 'bare.jpg',
      strip_metadata: true,
      quality: 60,
    });
    const { images } = await desk.answer('media.image.info', { paths: ['kept.jpg', 'bare.jpg'] });
    expect(images[0]).toMatchObject({ width: 30, height: 40, orientation: 1, camera: 'Acme One' });
    expect(images[1]).toMatchObject({ width: 30, height: 40, location: null, camera: null, taken_at: null });
  });

  it.skipIf(!hasMagick)(
    'converts between formats; transparency gets the colour; an animation stays one where it can',
    async () => {
      desk.write('t.png', png(4, 4, [255, 0, 0, 0]));
      desk.write('a.gif', real.GIF);
      const convert = (args: { path: string; output: string; background?: string }) =>
        desk.answer('media.image.convert', args);
      expect(await convert({ path: 't.png', output: 't.bmp', background: '#0000ff' })).toMatchObject({ format: 'bmp' });
      await convert({ path: 't.bmp', output: 'back.png' });
      const { execFileSync } = await import('node:child_process');
      const pixel = execFileSync('convert', ['png:back.png', '-depth', '8', '-format', '%[pixel:p{0,0}]', 'info:'], {
        cwd: desk.path,
        encoding: 'utf8',
      });
      expect(pixel).toMatch(/blue|0,0,255/);
      expect(await convert({ path: 'a.gif', output: 'a.webp' })).toMatchObject({ format: 'webp', frames: 2 });
      expect(await convert({ path: 'a.gif', output: 'a.jpeg' })).toMatchObject({ format: 'jpeg', frames: 1 });
      expect(await convert({ path: 'a.gif', output: 'a.tiff' })).toMatchObject({ format: 'tiff', frames: 1 });
    },
  );

  it.skipIf(!hasMagick)('replaces nothing unless told, the source itself not either', async () => {
    desk.write('a.png', png(4, 4, [0, 0, 0, 255]));
    desk.write('b.jpg', 'mine');
    const refused = await desk.said('media.image.convert', { path: 'a.png', output: 'b.jpg' });
    expect(refused).toBe('b.jpg exists already; nothing was changed (set overwrite to replace it)');
    const self = { path: 'a.png', output: './a.png', width: 2 };
    expect(await desk.said('media.image.resize', self)).toContain('exists already');
    expect(await size('a.png')).toBe('png 4x4');
    const replaced = await desk.answer('media.image.resize', { ...self, overwrite: true });
    expect(replaced).toMatchObject({ replaced: true, width: 2 });
    const jpeg = await desk.answer('media.image.convert', { path: 'a.png', output: 'b.jpg', overwrite: true });
    expect(jpeg).toMatchObject({ replaced: true });
  });

  it.skipIf(!hasMagick)('refuses what is no picture, whatever its name, and a target without a place', async () => {
    desk.write('evil.png', 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "label:@/etc/passwd"\n');
    const said = (args: { path: string; output: string }) => desk.said('media.image.convert', args);
    expect(await said({ path: 'evil.png', output: 'o.jpg' })).toContain('is no PNG');
    desk.write('a.png', png(1, 1, [0, 0, 0, 255]));
    expect(await said({ path: 'a.png', output: 'o.svg' })).toContain('names no picture format');
    expect(await said({ path: 'a.png', output: 'no/o.jpg' })).toContain('does not exist');
    expect(await said({ path: 'torn.png', output: 'o.jpg' })).toBe('torn.png does not exist');
    desk.write('torn.png', png(30, 30, [0, 9, 0, 255]).subarray(0, 50));
    expect(await said({ path: 'torn.png', output: 'o.jpg' })).toContain('ended with exit code');
    desk.write('bomb.png', png(1, 1, [0, 0, 0, 255]).fill(0x7f, 16, 17).fill(0x7f, 20, 21));
    expect(await said({ path: 'bomb.png', output: 'o.jpg' })).toContain('more than 500000000 pixels');
    expect(desk.names()).toEqual(['a.png', 'bomb.png', 'evil.png', 'torn.png']);
  });

  it('says that ImageMagick is missing where it is', async () => {
    desk.write('a.png', png(2, 2, [0, 0, 0, 255]));
    const resize = await desk.saidWithoutPrograms('media.image.resize', { path: 'a.png', output: 'b.png', width: 1 });
    expect(resize).toMatch(/ImageMagick is not installed|convert/);
    const convert = await desk.saidWithoutPrograms('media.image.convert', { path: 'a.png', output: 'b.jpg' });
    expect(convert).toMatch(/ImageMagick is not installed|convert/);
    expect(desk.names()).toEqual(['a.png']);
  });
});
