/** Tool `codec_base64_decode`: text where it is text, else its first bytes and what they look like. */
import { text } from '../arguments.ts';
import { signatureOf } from '../file/signature.ts';
import { decoderOf, detectEncoding } from '../text/encoding.ts';
import type { Json, JsonObject } from '../tool.ts';
import { fromBase64 } from './base64.ts';

const HEX_BYTES = 256;

export function run(args: JsonObject): Json {
  const input = text(args, 'base64').trim();
  // data:image/png;base64,…
  const bytes = fromBase64(input.replace(/^data:[^,]{0,200};base64,/i, ''));
  const { encoding, confidence } = detectEncoding(bytes, true);
  const isText = encoding !== null && confidence !== 'guess' && !hasControls(bytes);
  return {
    text: isText ? decoderOf(encoding).decode(bytes) : null,
    encoding: isText ? encoding : null,
    bytes: bytes.length,
    hex: bytes.subarray(0, HEX_BYTES).toString('hex'),
    mime: signatureOf(bytes, true).mime,
  };
}

/** Controls other than tab and line ends, in ASCII: not something to show as text. */
function hasControls(bytes: Uint8Array): boolean {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isWide && bytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);
}
