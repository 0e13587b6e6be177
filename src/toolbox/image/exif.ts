/**
 * The directory structure that TIFF files and EXIF blocks share: the few tags that say size and colours, how the camera
 * was held, which it was, when and where. Every offset is checked against the bytes; a broken one yields nothing.
 */
import type { Exif } from './picture.ts';

export type TiffTags = {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly bits: number | undefined;
  readonly photometric: number | undefined;
  readonly extraSamples: number | undefined;
  /** Pictures in the file. */
  readonly directories: number;
  readonly exif: Exif;
};

/** Tags by their numbers in the TIFF and EXIF standards. */
const TAG = {
  width: 0x100,
  height: 0x101,
  bits: 0x102,
  photometric: 0x106,
  make: 0x10f,
  model: 0x110,
  orientation: 0x112,
  extraSamples: 0x152,
  exifDirectory: 0x8769,
  gpsDirectory: 0x8825,
  dateTimeOriginal: 0x9003,
  latitudeReference: 1,
  latitude: 2,
  longitudeReference: 3,
  longitude: 4,
} as const;

/** Bytes of a value by its type number: byte, text, short, long, rational (signed ones are not needed). */
const TYPE_BYTES: readonly (number | undefined)[] = [undefined, 1, 1, 2, 4, 8];
/** Entries of a directory and directories of a file that are followed; a loop of offsets ends here. */
const MOST_ENTRIES = 1000;
const MOST_DIRECTORIES = 10_000;

type Value = string | readonly number[];
type Directory = { readonly tags: ReadonlyMap<number, Value>; readonly next: number };

/** Reads a block that begins with "II*" or "MM*"; undefined when it does not. */
export function readTiffTags(data: Buffer): TiffTags | undefined {
  const order = data.toString('latin1', 0, 4);
  if (data.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return undefined;
  const little = order.startsWith('II');
  const directory = (offset: number): Directory | undefined => readDirectory(data, offset, little);
  const firstAt = little ? data.readUInt32LE(4) : data.readUInt32BE(4);
  const main = directory(firstAt);
  if (main === undefined) return undefined;
  const below = (tag: number): ReadonlyMap<number, Value> => {
    const at = numberOf(main.tags, tag);
    return (at === undefined ? undefined : directory(at)?.tags) ?? new Map();
  };
  const camera = [textOf(main.tags, TAG.make), textOf(main.tags, TAG.model)].filter((part) => part !== null);
  const orientation = numberOf(main.tags, TAG.orientation);
  return {
    width: numberOf(main.tags, TAG.width),
    height: numberOf(main.tags, TAG.height),
    bits: numberOf(main.tags, TAG.bits),
    photometric: numberOf(main.tags, TAG.photometric),
    extraSamples: numberOf(main.tags, TAG.extraSamples),
    directories: countDirectories(main, firstAt, directory),
    exif: {
      orientation: orientation !== undefined && orientation >= 1 && orientation <= 8 ? orientation : null,
      camera: camera.length === 0 ? null : cameraName(camera),
      takenAt: timeOf(textOf(below(TAG.exifDirectory), TAG.dateTimeOriginal)),
      location: locationOf(below(TAG.gpsDirectory)),
    },
  };
}

function readDirectory(data: Buffer, offset: number, little: boolean): Directory | undefined {
  const short = (at: number): number => (little ? data.readUInt16LE(at) : data.readUInt16BE(at));
  const long = (at: number): number => (little ? data.readUInt32LE(at) : data.readUInt32BE(at));
  if (offset < 8 || offset + 2 > data.length) return undefined;
  const count = short(offset);
  const end = offset + 2 + count * 12;
  if (count > MOST_ENTRIES || end > data.length) return undefined;
  const tags = new Map<number, Value>();
  for (let at = offset + 2; at < end; at += 12) {
    const type = short(at + 2);
    const size = TYPE_BYTES[type];
    const items = long(at + 4);
    if (size === undefined || items > data.length) continue;
    const place = size * items <= 4 ? at + 8 : long(at + 8);
    if (place + size * items > data.length) continue;
    tags.set(short(at), type === 2 ? data.toString('utf8', place, place + items) : numbers(place, type, items));
  }
  return { tags, next: end + 4 <= data.length ? long(end) : 0 };

  function numbers(place: number, type: number, items: number): number[] {
    // Only the first few are ever asked for; a hostile count costs nothing.
    return Array.from({ length: Math.min(items, 8) }, (_, index) => {
      if (type === 1) return data.readUInt8(place + index);
      if (type === 3) return short(place + index * 2);
      if (type === 4) return long(place + index * 4);
      return long(place + index * 8) / long(place + index * 8 + 4);
    });
  }
}

function countDirectories(first: Directory, firstAt: number, read: (offset: number) => Directory | undefined): number {
  const seen = new Set([firstAt]);
  let { next } = first;
  while (next !== 0 && !seen.has(next) && seen.size < MOST_DIRECTORIES) {
    const directory = read(next);
    if (directory === undefined) break;
    seen.add(next);
    next = directory.next;
  }
  return seen.size;
}

function numberOf(tags: ReadonlyMap<number, Value>, tag: number): number | undefined {
  const value = tags.get(tag);
  return typeof value === 'object' ? value[0] : undefined;
}

function textOf(tags: ReadonlyMap<number, Value>, tag: number): string | null {
  const value = tags.get(tag);
  if (typeof value !== 'string') return null;
  const text = (value.split('\0')[0] ?? '').trim();
  return text === '' ? null : text;
}

/** Many makers put their name into the model as well. */
function cameraName(parts: readonly string[]): string {
  const [make = '', model] = parts;
  return model === undefined || model.startsWith(make) ? (model ?? make) : `${make} ${model}`;
}

/** "2024:03:01 10:20:30" as ISO 8601 without a zone, for the camera's clock has none. */
function timeOf(text: string | null): string | null {
  const match = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '');
  return match === null || match[1] === '0000' ? null : `${match[1]}-${match[2]}-${match[3]}T${match[4]}`;
}

function locationOf(tags: ReadonlyMap<number, Value>): Exif['location'] {
  const latitude = degrees(tags.get(TAG.latitude), textOf(tags, TAG.latitudeReference) === 'S');
  const longitude = degrees(tags.get(TAG.longitude), textOf(tags, TAG.longitudeReference) === 'W');
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? null : { latitude, longitude };
}

/** Degrees, minutes and seconds as degrees to six places (a hand's breadth on the ground). */
function degrees(value: Value | undefined, negative: boolean): number | undefined {
  if (typeof value !== 'object' || value.length < 3) return undefined;
  const [whole = 0, minutes = 0, seconds = 0] = value;
  const sum = whole + minutes / 60 + seconds / 3600;
  return Number.isFinite(sum) ? Math.round((negative ? -sum : sum) * 1e6) / 1e6 : undefined;
}
