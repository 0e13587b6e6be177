/**
 * From bytes to a request that its contract has accepted, or to one precise refusal. On the hot path: it runs generated
 * code and the hand-written text limits, and loads no schema library.
 */
import { nearest } from '../reason/nearest.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { Reason } from '../reason/reasons.ts';
import { parseStrictJson } from './strict-json.ts';
import { forbiddenCharacter } from './text-limits.ts';

/** One complaint of a generated validator, in Ajv's form. */
export type Complaint = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** A generated validator: true, or false with its complaints beside it. */
export type Validator = ((data: unknown) => boolean) & { readonly errors?: readonly Complaint[] | null };

/** What `accept` needs to know of a contract. */
export type RequestForm = {
  readonly version: string;
  readonly validate: Validator;
  /** Names of the top-level fields, for suggestions. */
  readonly fields: readonly string[];
  /** A correct request, shown with a refusal. */
  readonly example: string;
  /** Limits that JSON Schema cannot say; null when they hold. */
  readonly limits?: (request: Readonly<Record<string, unknown>>) => Refusal | null;
};

/** The accepted request, or why it is refused. Nothing is executed either way. */
export function accept<T extends object>(bytes: Uint8Array, form: RequestForm): T | Refusal {
  const parsed = parseStrictJson(bytes);
  if (isRefusal(parsed)) return { ...parsed, example: form.example };
  const value = parsed.value;
  const version = typeof value === 'object' && value !== null ? (value as { version?: unknown }).version : undefined;
  if (typeof version === 'string' && version !== form.version) {
    return refuse('unsupported_version', { path: '/version', expected: form.version, received: shown(version), example: form.example });
  }
  if (!form.validate(value)) return explain(form, value);
  const request = value as Readonly<Record<string, unknown>>;
  return textRefusal(request, form) ?? form.limits?.(request) ?? (value as T);
}

/** Every string of a request is one clean line, wherever it stands at the top level or in a list there. */
function textRefusal(request: Readonly<Record<string, unknown>>, form: RequestForm): Refusal | null {
  for (const [name, value] of Object.entries(request)) {
    const texts = Array.isArray(value) ? value : [value];
    for (const [at, text] of texts.entries()) {
      const found = typeof text === 'string' ? forbiddenCharacter(text) : null;
      if (found === null) continue;
      const path = Array.isArray(value) ? `/${name}/${at}` : `/${name}`;
      const expected = 'one line of text without control or bidirectional characters';
      return refuse('forbidden_character', { path, expected, received: found, example: form.example });
    }
  }
  return null;
}

function explain(form: RequestForm, value: unknown): Refusal {
  const complaint = form.validate.errors?.[0];
  if (complaint === undefined) return refuse('invalid_value', { example: form.example });
  const { keyword, instancePath: at, params } = complaint;
  const say = (reason: Reason, details: Partial<Refusal>) => refuse(reason, { path: at, example: form.example, ...details });
  const received = shown(valueAt(value, at));
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const guess = nearest(name, form.fields);
      const expected = `one of ${form.fields.join(', ')}`;
      const meant = guess === undefined ? {} : { did_you_mean: guess };
      return say('unknown_field', { path: `${at}/${pointer(name)}`, expected, received: shown(name), ...meant });
    }
    case 'required':
      return say('missing_field', { path: `${at}/${String(params.missingProperty)}`, expected: 'a value', received: 'nothing' });
    case 'dependentRequired':
      return say('missing_field', { path: `/${String(params.missingProperty)}`, expected: 'both hashes or neither', received: 'one' });
    case 'type':
      return say('wrong_type', { expected: String(params.type), received });
    case 'enum': {
      const allowed = (params.allowedValues as readonly unknown[]).map(String);
      const guess = nearest(String(valueAt(value, at)), allowed);
      return say('invalid_value', { expected: `one of ${allowed.join(', ')}`, received, ...(guess ? { did_you_mean: guess } : {}) });
    }
    case 'const':
      return say('invalid_value', { expected: shown(params.allowedValue), received });
    case 'pattern':
      return say('invalid_value', { expected: `text that matches ${String(params.pattern)}`, received });
    default:
      return say('out_of_range', { expected: bound(keyword, params), received });
  }
}

function bound(keyword: string, params: Readonly<Record<string, unknown>>): string {
  const limit = String(params.limit);
  switch (keyword) {
    case 'maximum':
    case 'minimum':
      return `a number ${keyword === 'maximum' ? 'not above' : 'not below'} ${limit}`;
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'minLength':
      return `at least ${limit} character`;
    case 'maxItems':
      return `at most ${limit} items`;
    case 'minItems':
      return `at least ${limit} item`;
    default:
      return keyword;
  }
}

function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const step of path.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

function pointer(name: string): string {
  return name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
}

/** A received value, short enough for a message. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 79).toWellFormed()}…`;
}
