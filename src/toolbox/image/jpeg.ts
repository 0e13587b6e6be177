/** The header of a JPEG: its markers up to the frame, with the EXIF block among them. */
import { readTiffTags } from './exif.ts';
import type { Bytes, Exif, ImageHeader } from './picture.ts';

/** Segments before the frame that are walked; a photo with embedded profiles and previews has some dozens. */
const MOST_SEGMENTS = 2000;
const EXIF_START = 'Exif\0\0';

/** Start-of-frame markers: C0–CF without the tables C4, C8, CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export function readJpeg(bytes: Bytes): ImageHeader | undefined {
  let exif: Exif | null = null;
  let isRgb = false;
  let offset = 2;
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const head = bytes.at(offset, 4);
    if (head.length < 4 || head[0] !== 0xff) return undefined;
    const marker = head.readUInt8(1);
    // Fill bytes before a marker, and markers that carry nothing.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      offset += 2;
      continue;
    }
    const length = head.readUInt16BE(2);
    if (length < 2 || marker === 0xd9 || marker === 0xda) return undefined;
    if (isFrame(marker)) return frame(bytes.at(offset + 4, 6), exif, isRgb);
    if (marker === 0xe1 && exif === null) {
      const block = bytes.at(offset + 4, length - 2);
      if (block.toString('latin1', 0, 6) === EXIF_START) exif = readTiffTags(block.subarray(6))?.exif ?? null;
    }
    if (marker === 0xee && bytes.at(offset + 4, 5).toString('latin1') === 'Adobe') {
      // Transform 0 with three components: the values are RGB as they stand.
      isRgb = bytes.at(offset + 15, 1)[0] === 0;
    }
    offset += 2 + length;
  }
  return undefined;
}

function frame(data: Buffer, exif: Exif | null, isRgb: boolean): ImageHeader {
  const components = data.readUInt8(5);
  const color = components === 1 ? 'gray' : components === 4 ? 'cmyk' : isRgb ? 'rgb' : 'ycbcr';
  return {
    format: 'jpeg',
    width: data.readUInt16BE(3),
    height: data.readUInt16BE(1),
    bitsPerChannel: data.readUInt8(0),
    color,
    alpha: false,
    frames: 1,
    exif,
  };
}
