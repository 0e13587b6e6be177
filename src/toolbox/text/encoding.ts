/**
 * Which character encoding bytes are in: marks and valid UTF-8 are certain, UTF-16 without a mark and the East Asian
 * encodings are judged by what they decode to. It cannot tell the single-byte Latin encodings from one another
 * (windows-1252 stands for all of them), nor an encoding from two or three characters.
 */
import { TextDecoder } from 'node:util';
import { ToolFailure } from '../tool.ts';

export type Detected = {
  /** A name that TextDecoder knows; null: not text. */
  readonly encoding: string | null;
  readonly confidence: 'certain' | 'likely' | 'guess' | 'none';
  readonly bom: boolean;
  readonly ascii: boolean;
  /** Others that decode without a fault, best first. */
  readonly candidates: readonly string[];
};

/** Bytes of a sample: enough characters to judge by, read in a moment. */
export const SAMPLE_BYTES = 64 * 1024;

const MARKS: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The most frequent characters of running text; about half of any page is made of them. */
const FREQUENT = {
  simplified:
    '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长文件中行数测试数据内容名字中文请问设置用户系统信息',
  traditional:
    '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長文件中行數測試資料內容名字請問設定用戶系統資訊',
  hangul: '이다는에을가한고로하지은를의사자도기대어시리나아일그인서스해수라정부니들전국게여만상있았었습과와',
  cyrillic: 'оеаинтсрвлкмдпуяыьгзбчйхжшю',
  latin: 'éèàâêîôûçäöüßñáíóúåæøãõÉÖÜÄ',
} as const;
const KANA = /[\u3041-\u3096\u30a1-\u30fa\u30fc]/u;

type Judge = {
  readonly encoding: string;
  readonly good: (c: string) => boolean;
  readonly weight: number;
  /** A letter counts only beside one of its kind: Cyrillic stands among Cyrillic, an accented letter among plain ones. */
  readonly beside?: RegExp;
};
const among = (letters: string): ((c: string) => boolean) => {
  const set = new Set(letters);
  return (c) => set.has(c);
};
const CYRILLIC = /[\u0400-\u04ff]/;
const PLAIN = /[A-Za-z]/;
const JUDGES: readonly Judge[] = [
  { encoding: 'gb18030', good: among(FREQUENT.simplified), weight: 1 },
  { encoding: 'big5', good: among(FREQUENT.traditional), weight: 1 },
  // Kana are most of Japanese text and next to nothing of any other, so they weigh more than a shared Han character.
  { encoding: 'euc-jp', good: (c) => KANA.test(c), weight: 1.1 },
  { encoding: 'shift_jis', good: (c) => KANA.test(c), weight: 1.1 },
  { encoding: 'euc-kr', good: among(FREQUENT.hangul), weight: 1 },
  { encoding: 'windows-1251', good: among(FREQUENT.cyrillic), weight: 0.6, beside: CYRILLIC },
  { encoding: 'koi8-r', good: among(FREQUENT.cyrillic), weight: 0.6, beside: CYRILLIC },
  { encoding: 'windows-1252', good: among(FREQUENT.latin), weight: 0.35, beside: PLAIN },
];
/** Share of frequent characters from which text is taken for what it looks like: chance alone stays below a tenth. */
const LIKELY_SCORE = 0.2;
/** Fewer characters outside ASCII than this say nothing. */
const FEWEST_CHARACTERS = 6;

/** Of a file's first bytes; `whole` false: the last character may be cut. */
export function detectEncoding(bytes: Uint8Array, whole: boolean): Detected {
  const found = (
    encoding: string | null,
    confidence: Detected['confidence'],
    rest: Partial<Detected> = {},
  ): Detected => ({
    encoding,
    confidence,
    bom: false,
    ascii: false,
    candidates: [],
    ...rest,
  });
  const mark = MARKS.find(([, start]) => start.every((byte, i) => bytes[i] === byte));
  if (mark !== undefined) return found(mark[0], 'certain', { bom: true });
  if (bytes.includes(0)) {
    const wide = wideEncoding(bytes);
    return wide === undefined ? found(null, 'likely') : found(wide, 'likely');
  }
  const ascii = !bytes.some((byte) => byte >= 0x80);
  if (decodes(bytes, 'utf-8', whole) !== undefined) return found('utf-8', 'certain', { ascii });
  return judge(bytes, whole, found);
}

function judge(
  bytes: Uint8Array,
  whole: boolean,
  found: (encoding: string | null, confidence: Detected['confidence'], rest?: Partial<Detected>) => Detected,
): Detected {
  const scores = JUDGES.flatMap(({ encoding, good, weight, beside }) => {
    const decoded = decodes(bytes, encoding, whole);
    if (decoded === undefined) return [];
    const characters = [...decoded];
    const outside = characters.filter((c) => c > '\u007f');
    const isBeside = (i: number): boolean =>
      beside === undefined || [i - 1, i + 1].some((j) => beside.test(characters[j] ?? ''));
    const frequent = characters.filter((c, i) => good(c) && isBeside(i)).length;
    const strange = outside.filter((c) => /[\u0080-\u009f\ue000-\uf8ff]/u.test(c)).length;
    const share = (frequent - strange) / Math.max(1, outside.length);
    return [{ encoding, score: share * weight, characters: outside.length }];
  }).sort((a, b) => b.score - a.score);
  const [best, second] = scores;
  if (best === undefined) return found(null, 'none');
  const isClear = best.score >= LIKELY_SCORE && best.score >= 1.5 * (second?.score ?? 0);
  const confidence = isClear && best.characters >= FEWEST_CHARACTERS ? 'likely' : 'guess';
  return found(best.encoding, confidence, { candidates: scores.slice(1).map(({ encoding }) => encoding) });
}

/** Controls that no text holds. */
const STRANGE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Text in UTF-16 without a mark: its ASCII characters have a zero in every second byte, always on the same side. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros: [number, number] = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (even > 0 && odd > 0) return undefined;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  const isEnough = Math.max(even, odd) > 0.01 * bytes.length;
  const text = isEnough ? decodes(bytes.subarray(0, bytes.length - (bytes.length % 2)), encoding, false) : undefined;
  return text === undefined || STRANGE.test(text) ? undefined : encoding;
}

function decodes(bytes: Uint8Array, encoding: string, whole: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole });
  } catch {
    return undefined;
  }
}

/** A decoder by a name that a person gave. */
export function decoderOf(encoding: string, fatal = false): TextDecoder {
  const name = encoding.trim().toLowerCase();
  const known = name === 'cp936' ? 'gbk' : name === 'cp950' ? 'big5' : name === 'cp932' ? 'shift_jis' : name;
  try {
    return new TextDecoder(known === 'utf-8-bom' ? 'utf-8' : known, { fatal });
  } catch {
    throw new ToolFailure(`there is no encoding "${encoding}"`, 'invalid_arguments');
  }
}

export type LineEnding = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';

export function lineEndingOf(text: string): LineEnding {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  const cr = (text.match(/\r/g)?.length ?? 0) - crlf;
  const kinds = [crlf > 0, lf > 0, cr > 0].filter(Boolean).length;
  if (kinds === 0) return 'none';
  if (kinds > 1) return 'mixed';
  return crlf > 0 ? 'crlf' : lf > 0 ? 'lf' : 'cr';
}
