/** The words in which the readers of picture headers and the tools speak of a picture. It knows neither. */

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'heic' | 'avif';

/** What a camera wrote; each null when it did not. */
export type Exif = {
  readonly orientation: number | null;
  readonly camera: string | null;
  readonly takenAt: string | null;
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
};

export type ImageHeader = {
  readonly format: ImageFormat;
  /** Pixels as stored, before any orientation. */
  readonly width: number;
  readonly height: number;
  readonly bitsPerChannel: number | null;
  readonly color: 'gray' | 'palette' | 'rgb' | 'ycbcr' | 'cmyk' | null;
  readonly alpha: boolean | null;
  readonly frames: number | null;
  readonly exif: Exif | null;
};

/** Random access to the bytes of a file. */
export type Bytes = {
  readonly size: number;
  /** The bytes from `offset` on: fewer than `length` at the end of the file. */
  at(offset: number, length: number): Buffer;
};
