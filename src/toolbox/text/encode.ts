/**
 * Writing text in other encodings than UTF-8. The tables are made by decoding every one- and two-byte sequence, so that
 * encoder and decoder agree by construction; what needs more bytes (most of gb18030) is not written.
 */
import { decoderOf } from './encoding.ts';

export type Encoded =
  | { readonly bytes: Uint8Array }
  | { readonly unencodable: string; readonly at: number; readonly count: number };

/** `encoding`: utf-8, utf-8-bom, utf-16le, utf-16be (with mark), or a one- or two-byte encoding that TextDecoder knows. */
export function encodeText(text: string, encoding: string): Encoded {
  if (encoding === 'utf-8') return { bytes: Buffer.from(text, 'utf8') };
  if (encoding === 'utf-8-bom') return { bytes: Buffer.from(`\ufeff${text}`, 'utf8') };
  if (encoding === 'utf-16le') return { bytes: Buffer.from(`\ufeff${text}`, 'utf16le') };
  if (encoding === 'utf-16be') return { bytes: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() };
  return byTable(text, tableOf(encoding));
}

function byTable(text: string, table: ReadonlyMap<number, number>): Encoded {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  let at = 0;
  let missing: { unencodable: string; at: number } | undefined;
  let count = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    const code = point < 0x80 ? point : table.get(point);
    at += 1;
    if (code === undefined) {
      missing ??= { unencodable: character, at };
      count += 1;
    } else if (code < 0x100) bytes[length++] = code;
    else if (code < 0x10000) {
      bytes[length++] = code >> 8;
      bytes[length++] = code & 0xff;
    } else {
      bytes[length++] = code >> 16;
      bytes[length++] = (code >> 8) & 0xff;
      bytes[length++] = code & 0xff;
    }
  }
  return missing === undefined ? { bytes: bytes.subarray(0, length) } : { ...missing, count };
}

/** Code point → bytes as a number. The first sequence of a character wins, but for Big5 the standard part before its extension. */
function tableOf(encoding: string): ReadonlyMap<number, number> {
  const decoder = decoderOf(encoding, true);
  const table = new Map<number, number>();
  const take = (...sequence: number[]): boolean => {
    const decoded = decode(decoder, sequence);
    if (decoded === undefined) return false;
    const point = decoded.codePointAt(0)!;
    const isOne = decoded.length === (point > 0xffff ? 2 : 1);
    if (isOne && point >= 0x80 && point !== 0xfffd && !table.has(point)) {
      table.set(
        point,
        sequence.reduce((code, byte) => code * 256 + byte, 0),
      );
    }
    return isOne;
  };
  const leads: number[] = [];
  for (let byte = 0x80; byte <= 0xff; byte += 1) if (!take(byte)) leads.push(byte);
  const ordered =
    encoding === 'big5' ? [...leads.filter((lead) => lead >= 0xa1), ...leads.filter((lead) => lead < 0xa1)] : leads;
  for (const lead of ordered) for (let trail = 0x30; trail <= 0xff; trail += 1) take(lead, trail);
  // The third set of EUC-JP: three bytes after 0x8f.
  if (encoding === 'euc-jp') {
    for (let one = 0xa1; one <= 0xfe; one += 1) for (let two = 0xa1; two <= 0xfe; two += 1) take(0x8f, one, two);
  }
  return table;
}

function decode(decoder: { decode(bytes: Uint8Array): string }, sequence: readonly number[]): string | undefined {
  try {
    return decoder.decode(Uint8Array.from(sequence));
  } catch {
    return undefined;
  }
}
