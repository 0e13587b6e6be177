/**
 * Arguments without their secrets: by the schema's own mark, by whole words in a name, also of a pair or an option, by what
 * a value looks like. What
 * was masked is told, what it was is not, not even as a hash: a short secret can be guessed from one.
 */
import type { Json, JsonObject } from '../capability/capability.ts';
import { coverAddresses } from './address-secrets.ts';
import { type Rules, secretMarks } from './secret-marks.ts';
import { namesSecret } from './secret-names.ts';

export type Masked = { readonly arguments: JsonObject; readonly masked: readonly string[] };

export const MASK = '[masked]';
/** Longer texts are told by their length: an audit is no store of contents. */
const LONGEST = 1024;

/** Members that name what stands beside them, and members that are then what was named: `{name: Cookie, value: …}`. */
const NAMING = ['name', 'key', 'header', 'field', 'option', 'parameter', 'variable'];
const NAMED: ReadonlySet<string> = new Set(['value', 'values', 'val', 'content', 'text', 'data', 'default']);

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
  /\bbearer\s+(?:[0-9A-Za-z._~+/-]{12,}|(?=[A-Za-z._~+/-]*\d)[0-9A-Za-z._~+/-]{4,})/i,
  // Alone it is what a header carries.
  /^\s*(?:bearer|digest|negotiate|apikey|aws4-hmac-sha256)\s+\S+\s*$/i,
  // A line of a header, whatever the scheme is.
  /(?:^|[\s"'])(?:proxy-)?authorization\s*[:=]\s*\S/i,
  /(?:^|[\s"'])(?:set-)?cookie2?\s*:\s*[^\s=;]+=/i,
  /(?:^|[\s"'])(?:[a-z0-9]+-)+(?:api-?key|key|token|secret|auth|signature|password)\s*:\s*\S/i,
];
/** Base64 behind this word is a secret when it says a name and a password. */
const BASIC = /\bbasic\s+([0-9A-Za-z+/_-]{4,}={0,2})/gi;

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
    if (looksSecret(value)) return hide();
    const covered = coverAddresses(value, MASK);
    if (covered !== value) masked.push(at);
    if (covered.length <= longest) return covered.toWellFormed();
    if (covered !== value) masked.pop();
    masked.push(at);
    return `[${value.length} characters]`;
  }
  if (Array.isArray(value))
    return value.map((item: Json, index) => {
      const place = `${at}/${index}`;
      if (typeof item !== 'string' || !isSecretOption(value[index - 1])) {
        return maskValue(item, rules.item(index), place, masked, longest);
      }
      masked.push(place);
      return MASK;
    });
  const members = objectOf(value);
  if (members === undefined) return value;
  const isNamed = NAMING.some((name) => typeof members[name] === 'string' && namesSecret(members[name]));
  return Object.fromEntries(
    Object.entries(members).map(([name, item]) => {
      const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      // A schema that is secret as a whole leaves the names of the arguments.
      const isTold = namesSecret(name) || (isNamed && NAMED.has(name));
      if (rules.secret || (isTold && item !== null && typeof item !== 'boolean')) {
        masked.push(place);
        return [name, MASK];
      }
      return [name, maskValue(item, rules.property(name), place, masked, longest)];
    }),
  );
}

function looksSecret(value: string): boolean {
  if (PATTERNS.some((pattern) => pattern.test(value))) return true;
  return [...value.matchAll(BASIC)].some(([, word = '']) =>
    /^[^:\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]*$/u.test(fromBase64(word)),
  );
}

/** `--password`, `hunter2` as two items. */
function isSecretOption(item: Json | undefined): boolean {
  return typeof item === 'string' && /^--?[A-Za-z]/.test(item) && !item.includes('=') && namesSecret(item);
}

function fromBase64(word: string): string {
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
