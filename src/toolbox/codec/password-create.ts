/** Tool `codec_password_create`: passwords from the system's secure random source, each kind of character in each of them. */
import { randomInt } from 'node:crypto';
import { flag, integer } from '../arguments.ts';
import type { Json, JsonObject } from '../tool.ts';

const KINDS = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
} as const;
/** Those that survive a shell in single quotes, a URL form and most rules of websites. */
const SYMBOLS = '!#%*+-./:=?@_~|';
const LOOK_ALIKE = /[0Oo1lI|]/;

export function run(args: JsonObject): Json {
  const kinds = [...Object.values(KINDS), ...(flag(args, 'symbols') ? [SYMBOLS] : [])].map((letters) =>
    [...letters].filter((letter) => !flag(args, 'avoid_ambiguous') || !LOOK_ALIKE.test(letter)),
  );
  const alphabet = kinds.flat();
  const length = integer(args, 'length');
  const passwords = Array.from({ length: integer(args, 'count') }, () => create(alphabet, kinds, length));
  return { passwords, entropy_bits: Math.floor(length * Math.log2(alphabet.length)) };
}

/** Drawn again until every kind occurs: all such passwords stay equally likely. */
function create(alphabet: readonly string[], kinds: readonly (readonly string[])[], length: number): string {
  for (;;) {
    const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!);
    if (kinds.every((kind) => letters.some((letter) => kind.includes(letter)))) return letters.join('');
  }
}
