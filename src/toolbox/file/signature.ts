/** What the first bytes of a file say it is, by published signatures. A short list: the formats that people meet. */
import { detectEncoding } from '../text/encoding.ts';

type Signature = { readonly mime: string; readonly at: number; readonly bytes: string };

/** Latin-1 strings stand for bytes. The first that fits wins, so the more specific one comes first. */
const SIGNATURES: readonly Signature[] = [
  { mime: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { mime: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { mime: 'image/gif', at: 0, bytes: 'GIF8' },
  { mime: 'image/webp', at: 8, bytes: 'WEBP' },
  { mime: 'audio/x-wav', at: 8, bytes: 'WAVE' },
  { mime: 'video/x-msvideo', at: 8, bytes: 'AVI ' },
  { mime: 'image/bmp', at: 0, bytes: 'BM' },
  { mime: 'image/tiff', at: 0, bytes: 'II*\0' },
  { mime: 'image/tiff', at: 0, bytes: 'MM\0*' },
  { mime: 'application/pdf', at: 0, bytes: '%PDF-' },
  { mime: 'application/zip', at: 0, bytes: 'PK\x03\x04' },
  { mime: 'application/zip', at: 0, bytes: 'PK\x05\x06' },
  { mime: 'application/gzip', at: 0, bytes: '\x1f\x8b' },
  { mime: 'application/x-bzip2', at: 0, bytes: 'BZh' },
  { mime: 'application/x-xz', at: 0, bytes: '\xfd7zXZ\0' },
  { mime: 'application/zstd', at: 0, bytes: '\x28\xb5\x2f\xfd' },
  { mime: 'application/x-7z-compressed', at: 0, bytes: "7z\xbc\xaf'\x1c" },
  { mime: 'application/x-rar', at: 0, bytes: 'Rar!\x1a\x07' },
  { mime: 'application/x-tar', at: 257, bytes: 'ustar' },
  { mime: 'application/x-executable', at: 0, bytes: '\x7fELF' },
  { mime: 'application/x-mach-binary', at: 0, bytes: '\xcf\xfa\xed\xfe' },
  { mime: 'application/vnd.microsoft.portable-executable', at: 0, bytes: 'MZ' },
  { mime: 'application/wasm', at: 0, bytes: '\0asm' },
  { mime: 'application/vnd.sqlite3', at: 0, bytes: 'SQLite format 3\0' },
  { mime: 'application/x-ole-storage', at: 0, bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { mime: 'audio/mpeg', at: 0, bytes: 'ID3' },
  { mime: 'audio/mpeg', at: 0, bytes: '\xff\xfb' },
  { mime: 'audio/flac', at: 0, bytes: 'fLaC' },
  { mime: 'audio/ogg', at: 0, bytes: 'OggS' },
  { mime: 'video/mp4', at: 4, bytes: 'ftyp' },
  { mime: 'video/x-matroska', at: 0, bytes: '\x1aE\xdf\xa3' },
  { mime: 'font/woff2', at: 0, bytes: 'wOF2' },
];

/** How text begins in formats that are text. */
const TEXTS: readonly (readonly [string, RegExp])[] = [
  ['image/svg+xml', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?<svg[\s>]/i],
  ['text/html', /^\s*(?:<!doctype html|<html[\s>])/i],
  ['text/xml', /^\s*<\?xml\s/],
  ['text/x-shellscript', /^#!.*\b(?:ba|z|da|k)?sh\b/],
  ['text/x-script.python', /^#!.*\bpython/],
];

/** MIME type and character set of a file from its beginning; `whole`: there is no more of it. */
export function signatureOf(start: Buffer, whole: boolean): { mime: string; charset: string | null } {
  if (start.length === 0) return { mime: 'inode/x-empty', charset: 'binary' };
  const head = start.toString('latin1');
  const signature = SIGNATURES.find(({ at, bytes }) => head.startsWith(bytes, at));
  if (signature !== undefined) return { mime: signature.mime, charset: 'binary' };
  const { encoding, ascii } = detectEncoding(start, whole);
  if (encoding === null) return { mime: 'application/octet-stream', charset: 'binary' };
  const text = new TextDecoder(encoding).decode(start);
  const known = TEXTS.find(([, pattern]) => pattern.test(text))?.[0];
  const charset = ascii ? 'us-ascii' : encoding;
  return { mime: known ?? (whole && isJson(text) ? 'application/json' : 'text/plain'), charset };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
