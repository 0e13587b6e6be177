/** The header of a HEIC or AVIF picture: the brand, and what the properties of its primary item say. */
import type { Bytes, ImageHeader } from './picture.ts';

/** Brands by what they hold; a file names several. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
/** Boxes on one level, and bytes of the metadata box that are read. */
const MOST_BOXES = 1000;
const MOST_META_BYTES = 4 * 1024 * 1024;

type Box = { readonly type: string; readonly from: number; readonly to: number };

export function readHeif(bytes: Bytes): ImageHeader | undefined {
  const brandBox = bytes.at(0, Math.min(bytes.at(0, 4).readUInt32BE(0), 512));
  const brands = (brandBox.toString('latin1', 8).match(/[\s\S]{4}/g) ?? []).filter((_, index) => index !== 1);
  const isAvif = brands.some((brand) => AVIF_BRANDS.includes(brand));
  if (!isAvif && !brands.some((brand) => HEIC_BRANDS.includes(brand))) return undefined;
  let offset = 0;
  for (let count = 0; count < MOST_BOXES && offset + 8 <= bytes.size; count += 1) {
    const head = bytes.at(offset, 8);
    const length = head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'meta' && length <= MOST_META_BYTES) {
      const size = primarySize(bytes.at(offset, length));
      if (size === undefined) return undefined;
      const format = isAvif ? 'avif' : 'heic';
      return { format, ...size, color: null, frames: null };
    }
    if (length < 8) return undefined;
    offset += length;
  }
  return undefined;
}

type Size = Pick<ImageHeader, 'width' | 'height' | 'bitsPerChannel' | 'alpha' | 'exif'>;

/** Quarter turns to the left as the EXIF orientation that shows the same. */
const ORIENTATIONS = [1, 8, 3, 6] as const;

/** Tiles, thumbnails and the alpha plane are items of their own; what counts are the properties of the primary item. */
function primarySize(meta: Buffer): Size | undefined {
  const top = boxesIn(meta, 12, meta.length);
  const properties = top.filter(({ type }) => type === 'iprp').flatMap(({ from, to }) => boxesIn(meta, from, to));
  const all = properties.filter(({ type }) => type === 'ipco').flatMap(({ from, to }) => boxesIn(meta, from, to));
  const primary = top.find(({ type }) => type === 'pitm');
  const associations = properties.find(({ type }) => type === 'ipma');
  if (primary === undefined || associations === undefined) return undefined;
  const own = propertiesOf(meta, associations, itemId(meta, primary.from + 4, meta.readUInt8(primary.from) > 0));
  const find = (wanted: string): Box | undefined =>
    own.map((index) => all[index - 1]).find((box) => box?.type === wanted);
  const [size, depth, turn, clean] = [find('ispe'), find('pixi'), find('irot'), find('clap')];
  if (size === undefined) return undefined;
  const coded = { width: meta.readUInt32BE(size.from + 4), height: meta.readUInt32BE(size.from + 8) };
  const alpha = all.some(
    ({ type, from, to }) => type === 'auxC' && meta.toString('latin1', from, to).includes('alpha'),
  );
  const orientation = turn === undefined ? null : (ORIENTATIONS[meta.readUInt8(turn.from) & 3] ?? null);
  return {
    ...(clean === undefined ? coded : cleanAperture(meta, clean.from, coded)),
    bitsPerChannel: depth === undefined ? null : meta.readUInt8(depth.from + 5),
    alpha,
    exif: orientation === null ? null : { orientation, camera: null, takenAt: null, location: null },
  };
}

/** Numbers, from 1, of the properties that the item has. */
function propertiesOf(meta: Buffer, { from, to }: Box, wanted: number): number[] {
  const isLong = meta.readUInt8(from) > 0;
  const isWide = (meta.readUInt8(from + 3) & 1) === 1;
  let at = from + 8;
  for (let left = meta.readUInt32BE(from + 4); left > 0 && at < to; left -= 1) {
    const id = itemId(meta, at, isLong);
    at += isLong ? 4 : 2;
    const count = meta.readUInt8(at);
    at += 1;
    const step = isWide ? 2 : 1;
    if (id === wanted) {
      // The uppermost bit says whether a reader may do without the property.
      return Array.from({ length: count }, (_, index) =>
        isWide ? meta.readUInt16BE(at + index * 2) & 0x7fff : meta.readUInt8(at + index) & 0x7f,
      );
    }
    at += count * step;
  }
  return [];
}

function itemId(meta: Buffer, at: number, isLong: boolean): number {
  return isLong ? meta.readUInt32BE(at) : meta.readUInt16BE(at);
}

/** An encoder that only makes whole blocks says by two fractions which part of them is the picture. */
function cleanAperture(meta: Buffer, from: number, coded: { width: number; height: number }): typeof coded {
  const width = meta.readUInt32BE(from) / meta.readUInt32BE(from + 4);
  const height = meta.readUInt32BE(from + 8) / meta.readUInt32BE(from + 12);
  const holds = Number.isInteger(width) && Number.isInteger(height) && width <= coded.width && height <= coded.height;
  return holds ? { width, height } : coded;
}

function boxesIn(data: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < MOST_BOXES; ) {
    const length = data.readUInt32BE(at);
    if (length < 8 || at + length > to) break;
    boxes.push({ type: data.toString('latin1', at + 4, at + 8), from: at + 8, to: at + length });
    at += length;
  }
  return boxes;
}
