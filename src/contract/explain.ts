/**
 * Why a request is refused, in one precise refusal with a correct request beside it. It works from what is generated of a
 * contract and loads no schema library; a search loads this file only when there is something to explain.
 */
import { nearest } from '../reason/nearest.ts';
import type { Reason } from '../reason/reasons.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import type { Form, Limits } from './accept.ts';
import { codePoints, forbiddenCharacter, harmless, ONE_LINE } from './text-limits.ts';

/** One complaint of a generated validator, in Ajv's form. */
export type Complaint = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** A generated validator: true, or false with its complaints beside it. */
export type Validator = ((data: unknown) => boolean) & { readonly errors?: readonly Complaint[] | null };

/** By pointer pattern (`/limit`, and `/types/*` for an item): what is expected, in words, and a value that would do. */
export type FieldNotes = Readonly<Record<string, { readonly expected: string; readonly example: unknown }>>;

type Request = { readonly [field: string]: unknown };

/** What is known of a contract's requests. All but `limits` and `together` is generated. */
type Notes = {
  readonly version: string;
  readonly validate: Validator;
  readonly fields: FieldNotes;
  /** A correct request. */
  readonly example: Request;
  /** Which fields go together, in words, where the contract restricts that. */
  readonly together?: string;
  readonly limits?: Limits;
};

/** A form that explains itself. */
export type RequestForm = Form & Notes;

/** The form of a contract. */
export function requestForm(notes: Notes): RequestForm {
  return {
    ...notes,
    explain: (value) => explain(notes, value),
    withExample: (refusal, path) => ({ ...refusal, example: exampleFor(notes, path) }),
  };
}

/** How much of a received value a refusal repeats, in UTF-16 units. */
const SHOWN = 80;

/** What is worth saying first: another contract, then a field that does not exist, then the validator's complaint. */
function explain(form: Notes, value: unknown): Refusal {
  const say = (reason: Reason, path: string, expected: string, received: unknown, more: Partial<Refusal> = {}) =>
    refuse(reason, { path, expected, received: shown(received), example: exampleFor(form, path), ...more });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return say('wrong_type', '', 'an object', value);
  }
  const request = value as Request;
  const { version } = request;
  if (typeof version === 'string' && version !== form.version) {
    return say(
      'unsupported_version',
      '/version',
      JSON.stringify(form.version),
      version,
      meant(version, [form.version]),
    );
  }
  const names = namesBelow(form.fields, '');
  const unknown = Object.keys(request).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    return say('unknown_field', `/${pointer(unknown)}`, `one of ${names.join(', ')}`, unknown, meant(unknown, names));
  }
  // Whoever found that it does not fit may have asked a quicker validator, which has no complaints.
  form.validate(value);
  const complaint = form.validate.errors?.[0];
  if (complaint === undefined) return say('invalid_value', '', 'a request of this contract', value);
  const { keyword, instancePath: at, params } = complaint;
  const received = valueAt(request, at);
  const expected = form.fields[pattern(at)]?.expected ?? 'what the contract says';
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = namesBelow(form.fields, pattern(at));
      return say('unknown_field', `${at}/${pointer(name)}`, `one of ${known.join(', ')}`, name, meant(name, known));
    }
    case 'dependentRequired': {
      const [here, missing] = [String(params.property), String(params.missingProperty)];
      return say('missing_field', `/${missing}`, `${here} and ${missing} together, or neither`, undefined);
    }
    case 'required': {
      const path = `${at}/${String(params.missingProperty)}`;
      const others = alternatives(form.validate.errors ?? []);
      const wanted = others.length > 1 ? `one of ${others.join(', ')}: ` : '';
      return say('missing_field', path, `${wanted}${form.fields[pattern(path)]?.expected ?? 'a value'}`, undefined);
    }
    case 'type':
      return say('wrong_type', at, expected, received);
    case 'enum':
      return say('invalid_value', at, expected, received, meant(received, params.allowedValues as readonly string[]));
    case 'pattern':
      if (params.pattern !== ONE_LINE) return say('invalid_value', at, expected, received);
      return say('forbidden_character', at, 'one line of text without control or bidirectional characters', undefined, {
        received: `${forbiddenCharacter(String(received))} in the text`,
      });
    case 'maxLength':
      return say('too_large', at, expected, received, { received: `${codePoints(String(received))} characters` });
    case 'maxItems':
      return say('too_large', at, expected, received, { received: `${(received as readonly unknown[]).length} items` });
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'minItems':
      return say('out_of_range', at, expected, received);
    default:
      return say(
        'invalid_value',
        at,
        form.together ?? expected,
        at === '' ? Object.keys(request).join(', ') : received,
      );
  }
}

/** Fields of which the contract asks for one: the branches of a failed anyOf each miss theirs. */
function alternatives(complaints: readonly Complaint[]): string[] {
  return complaints
    .filter(({ keyword, schemaPath }) => keyword === 'required' && schemaPath.includes('/anyOf/'))
    .map(({ params }) => String(params.missingProperty));
}

function namesBelow(fields: FieldNotes, at: string): string[] {
  const start = `${at}/`;
  return Object.keys(fields)
    .filter((key) => key.startsWith(start) && !key.includes('/', start.length) && key !== `${start}*`)
    .map((key) => key.slice(start.length));
}

/** A correct request, with the field at `path` (and the one that it needs beside it) where that is possible. */
function exampleFor(form: Notes, path: string): string {
  let example: Request = form.example;
  const add = (name: string) => {
    const note = form.fields[`/${name}`];
    if (note !== undefined) example = { ...example, [name]: example[name] ?? note.example };
  };
  add(path.split('/')[1] ?? '');
  if (form.validate(example)) return JSON.stringify(example);
  const missing = form.validate.errors?.[0]?.params.missingProperty;
  if (typeof missing === 'string') add(missing);
  return JSON.stringify(form.validate(example) ? example : form.example);
}

function meant(received: unknown, candidates: readonly string[]): Partial<Refusal> {
  const found = typeof received === 'string' ? nearest(received.slice(0, SHOWN), candidates) : undefined;
  return found === undefined ? {} : { did_you_mean: found };
}

function pattern(path: string): string {
  return path.replace(/\/[0-9]+(?=\/|$)/g, '/*');
}

function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const step of path.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Request)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

function pointer(name: string): string {
  return harmless(name, SHOWN).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A received value, short and harmless enough for a message. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(harmless(value, SHOWN));
  return harmless(JSON.stringify(value), SHOWN);
}
