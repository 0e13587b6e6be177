/**
 * Arguments without their secrets: by the schema's own mark, by whole words in a name, by what a value looks like. What
 * was masked is told, what it was is not, not even as a hash: a short secret can be guessed from one.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import { type Rules, secretMarks } from './secret-marks.ts';

export type Masked = { readonly arguments: JsonObject; readonly masked: readonly string[] };

export const MASK = '[masked]';
/** Longer texts are told by their length: an audit is no store of contents. */
const LONGEST = 1024;

/** Words of a name that say "secret"; a name is taken apart at capitals, `_`, `-` and `.`. */
const WORDS: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'pwd', 'secret', 'secrets', 'token', 'credential', 'credentials'],
  ...['authorization', 'cookie', 'apikey', 'pin', 'otp', 'auth', 'bearer', 'signature'],
]);
/** The same in two words. */
const PAIRS: ReadonlySet<string> = new Set([
  ...['api key', 'private key', 'access key', 'secret key', 'signing key', 'encryption key', 'session id'],
]);

/** What secrets look like, wherever they stand. */
const PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[0-9A-Za-z]{20,}/,
  /\bgithub_pat_[0-9A-Za-z_]{20,}/,
  /\bglpat-[0-9A-Za-z_-]{16,}/,
  /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/,
  /\bsk-[0-9A-Za-z_-]{16,}/,
  /\bnpm_[0-9A-Za-z]{30,}/,
  /\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]+/,
  /\b[Bb]earer\s+[0-9A-Za-z._~+/-]{12,}/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
];

/** Masks a whole argument object; `schema` is its arguments_schema. Texts of more than `longest` characters are told by their length. */
export function maskArguments(values: JsonObject, schema: JsonObject, longest = LONGEST): Masked {
  const masked: string[] = [];
  const result = maskValue(values, secretMarks(schema), '', masked, longest) as JsonObject;
  return { arguments: result, masked };
}

function maskValue(value: Json, rules: Rules, at: string, masked: string[], longest: number): Json {
  const hide = () => {
    masked.push(at);
    return MASK;
  };
  if (rules.secret && at !== '') return hide();
  if (typeof value === 'string') {
    if (PATTERNS.some((pattern) => pattern.test(value))) return hide();
    if (value.length <= longest) return value.toWellFormed();
    masked.push(at);
    return `[${value.length} characters]`;
  }
  if (Array.isArray(value))
    return value.map((item: Json, index) => maskValue(item, rules.item(index), `${at}/${index}`, masked, longest));
  const members = objectOf(value);
  if (members === undefined) return value;
  return Object.fromEntries(
    Object.entries(members).map(([name, item]) => {
      const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      // A schema that is secret as a whole leaves the names of the arguments.
      if (rules.secret || (namesSecret(name) && item !== null && typeof item !== 'boolean')) {
        masked.push(place);
        return [name, MASK];
      }
      return [name, maskValue(item, rules.property(name), place, masked, longest)];
    }),
  );
}

/** "apiKey", "API-KEY", "db.password": yes. "tokenizer", "keyboard", "author": no. */
export function namesSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, index) => WORDS.has(word) || PAIRS.has(`${word} ${words[index + 1] ?? ''}`));
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
