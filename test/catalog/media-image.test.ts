import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, have, openDesk } from './media-fixture.ts';
import { bmp, photo, png } from './media-made-pictures.ts';
import * as real from './media-pictures.ts';
import { runCapability } from './run-capability.ts';

const hasMagick = have(['convert', '-version']);
const magick = hasMagick ? '' : ' (skipped: ImageMagick is not installed here)';

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

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
    const { readImageFile } = await import('../../src/toolbox/image/header.ts');
    const { ToolFailure } = await import('../../src/toolbox/tool.ts');
    const file = join(desk.path, 'x');
    let read = 0;
    const attempt = (content: Uint8Array): void => {
      writeFileSync(file, content);
      try {
        const { width, height } = readImageFile('x', desk.path);
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
      const pixel = desk.program('convert', 'png:back.png', '-depth', '8', '-format', '%[pixel:p{0,0}]', 'info:');
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

  it.skipIf(!hasMagick)(`takes version 7, whose program is called magick${magick}`, async () => {
    desk.write('a.png', png(4, 4, [0, 0, 0, 255]));
    const bin = mkdtempSync(join(tmpdir(), 'cap magick-'));
    const convert = execFileSync('which', ['convert'], { encoding: 'utf8' }).trim();
    writeFileSync(join(bin, 'magick'), `#!/bin/sh\nPATH='${process.env.PATH}'\nexec '${convert}' "$@"\n`, {
      mode: 0o755,
    });
    try {
      const where = { cwd: desk.path, environment: { ...process.env, PATH: bin } };
      const ran = await runCapability('media.image.resize', { path: 'a.png', output: 'b.png', width: 2 }, where);
      expect(ran, ran.message).toMatchObject({ status: 'succeeded', result: { width: 2 } });
    } finally {
      rmSync(bin, { recursive: true });
    }
  });

  it('says that ImageMagick is missing where it is', async () => {
    desk.write('a.png', png(2, 2, [0, 0, 0, 255]));
    const resize = await desk.saidWithoutPrograms('media.image.resize', { path: 'a.png', output: 'b.png', width: 1 });
    expect(resize).toContain('ImageMagick is not installed (neither magick nor convert is on PATH)');
    const convert = await desk.saidWithoutPrograms('media.image.convert', { path: 'a.png', output: 'b.jpg' });
    expect(convert).toContain('ImageMagick is not installed (neither magick nor convert is on PATH)');
    expect(desk.names()).toEqual(['a.png']);
  });
});
