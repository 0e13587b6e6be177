/** Names in archives that do not say their encoding: UTF-8 if it is, else what East Asian systems of old wrote. */
import { TextDecoder } from 'node:util';
import { decoderOf, detectEncoding } from '../text/encoding.ts';

/** A function that reads the names of one archive; all of them together tell the encoding better than one. */
export function nameDecoder(names: readonly Uint8Array[]): (name: Uint8Array) => string {
  const all = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]));
  const { encoding, confidence } = detectEncoding(
    all.filter((byte) => byte !== 0),
    true,
  );
  const isEastAsian =
    encoding !== null && !encoding.startsWith('windows') && (confidence !== 'guess' || encoding.startsWith('gb'));
  const old = decoderOf(encoding !== null && isEastAsian ? encoding : 'latin1');
  return (name) => readUtf8(name) ?? old.decode(name);
}

export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
