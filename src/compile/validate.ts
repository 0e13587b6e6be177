/**
 * Stage 2: a parsed source → a manifest or a vocabulary of the published form, or diagnostics that say at which node,
 * what was expected and what was probably meant. It looks at one source at a time, never at two.
 */
import { z } from 'zod';
import type { Json } from '../capability/capability.ts';
import { Manifest } from '../capability/manifest.ts';
import { VocabularyManifest } from '../capability/vocabulary.ts';
import { nearest } from '../reason/nearest.ts';
import type { Diagnostic, DiagnosticReason } from './diagnostic.ts';
import type { ParsedSource, Path } from './parse.ts';

/** A manifest of the right form, with the source that it came from and the script that lies beside it. */
export type Draft = {
  readonly manifest: Manifest;
  readonly source: ParsedSource;
  readonly script?: { readonly text: string; readonly sha256: string };
};

/** The terms that manifests may use, by layer. */
export type Vocabulary = {
  readonly domain: ReadonlySet<string>;
  readonly action: ReadonlySet<string>;
  readonly qualifier: ReadonlySet<string>;
};

const LAYER_OF = { entities: 'domain', intents: 'action', qualifiers: 'qualifier' } as const;

/** Checks the form of a manifest and its terms; without a vocabulary the terms are not checked. */
export function validateManifest(source: ParsedSource, vocabulary: Vocabulary | undefined): Draft | Diagnostic[] {
  const result = Manifest.safeParse(source.value);
  if (!result.success) return explain(result.error.issues, Manifest, source);
  const manifest = result.data;
  const unknown = vocabulary === undefined ? [] : unknownTerms(manifest, source, vocabulary);
  return unknown.length > 0 ? unknown : { manifest, source };
}

/** Checks the form of lexicon/vocabulary.yaml. */
export function validateVocabulary(source: ParsedSource): VocabularyManifest | Diagnostic[] {
  const result = VocabularyManifest.safeParse(source.value);
  return result.success ? result.data : explain(result.error.issues, VocabularyManifest, source);
}

function unknownTerms(manifest: Manifest, source: ParsedSource, vocabulary: Vocabulary): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [field, layer] of Object.entries(LAYER_OF) as [keyof typeof LAYER_OF, keyof Vocabulary][]) {
    for (const [i, term] of (manifest[field] ?? []).entries()) {
      if (vocabulary[layer].has(term)) continue;
      const elsewhere = Object.values(LAYER_OF).find((other) => vocabulary[other].has(term));
      const message =
        elsewhere === undefined
          ? `${field}: no such term in the layer ${layer} of the vocabulary`
          : `${field}: this term is of the layer ${elsewhere}, not ${layer}`;
      const meant = nearest(term, [...vocabulary[layer]]);
      found.push(
        diagnostic(source, [field, i], 'unknown_term', message, { received: quote(term), did_you_mean: meant }),
      );
    }
  }
  return found;
}

type Details = {
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  readonly did_you_mean?: string | undefined;
};

/** A diagnostic at the node of a path. Details that are undefined are left out. */
export function diagnostic(
  source: ParsedSource,
  path: Path,
  reason: DiagnosticReason,
  message: string,
  details: Details = {},
  at = source.locate(path),
): Diagnostic {
  const { expected, received, did_you_mean } = details;
  return {
    file: source.file,
    line: at.line,
    column: at.column,
    reason,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
    ...(did_you_mean === undefined ? {} : { did_you_mean }),
  };
}

type Issue = z.core.$ZodIssue;

/** What a failed check of a whole source says, at the nodes that it is about. */
export function explain(issues: readonly Issue[], schema: z.ZodType, source: ParsedSource): Diagnostic[] {
  return issues.flatMap((issue) => explainOne(issue, issue.path as Path, schema, source));
}

function explainOne(issue: Issue, path: Path, schema: z.ZodType, source: ParsedSource): Diagnostic[] {
  const name = printPath(path);
  const value = valueAt(source.value, path);
  const report = (reason: DiagnosticReason, message: string, details?: Details): Diagnostic[] => [
    diagnostic(source, path, reason, message, details),
  ];
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, source.value, path);
    return issue.keys.map((key) => {
      const at = [...path, key];
      const meant = nearest(key, known);
      return diagnostic(
        source,
        at,
        'unknown_field',
        `${printPath(at)} is not a field here`,
        { expected: known.length === 0 ? undefined : `one of ${known.join(', ')}`, did_you_mean: meant },
        source.locateKey(at),
      );
    });
  }
  if (value === undefined) return report('missing_field', `${name} is missing`, { expected: expectation(issue) });
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const { branch, value: received } = { branch: closestBranch(issue.errors), value };
    if (branch.every((one) => one.path.length === 0 && one.code === 'invalid_type')) {
      return report('wrong_type', `${name} has the wrong type`, { received: typeName(received) });
    }
    return branch.flatMap((one) => explainOne(one, [...path, ...(one.path as Path)], schema, source));
  }
  if (issue.code === 'invalid_key') {
    const inner = issue.issues[0]?.message ?? 'is not a key';
    return [
      diagnostic(
        source,
        path,
        'bad_value',
        `the key ${quote(String(path.at(-1)))} ${inner}`,
        {},
        source.locateKey(path),
      ),
    ];
  }
  if (issue.code === 'invalid_type') {
    const received = value === null ? 'null' : typeName(value);
    return report('wrong_type', `${name} has the wrong type`, { expected: expectation(issue), received });
  }
  const options = optionsOf(issue);
  if (options !== undefined) {
    const meant = typeof value === 'string' ? nearest(value, options) : undefined;
    return report('bad_value', `${name} is none of the allowed values`, {
      expected: `one of ${options.join(', ')}`,
      received: quote(value),
      did_you_mean: meant,
    });
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const received = Array.isArray(value)
      ? `${value.length} items`
      : typeof value === 'string'
        ? quote(value)
        : String(value);
    return report('bad_value', `${name} is out of range`, { expected: expectation(issue), received });
  }
  return report('bad_value', `${name} ${issue.message}`, typeof value === 'string' ? { received: quote(value) } : {});
}

/** What a failed check wanted, in words. */
function expectation(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return TYPE_WORDS[issue.expected] ?? issue.expected;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [bound, sign] = issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most'];
    const unit = UNITS[issue.origin] ?? '';
    return `${sign} ${bound}${unit}`;
  }
  const options = optionsOf(issue);
  return options === undefined ? undefined : `one of ${options.join(', ')}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  record: 'a mapping',
  object: 'a mapping',
  array: 'a list',
  int: 'a whole number',
};
const UNITS: Readonly<Record<string, string>> = { array: ' items', string: ' characters' };

function optionsOf(issue: Issue): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union' && 'options' in issue) return (issue.options as unknown[]).map(String);
  return undefined;
}

/** Of the alternatives of a union the one that fits best: not refused for its type, then with the fewest complaints. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const cost = (issues: readonly Issue[]): number =>
    issues.reduce((sum, issue) => {
      if (issue.path.length === 0 && issue.code === 'invalid_type') return sum + 1_000;
      return sum + (issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1);
    }, 0);
  return [...branches].sort((a, b) => cost(a) - cost(b))[0] ?? [];
}

/** The field names that the schema allows at a path of this value; unions are followed by what the value says it is. */
function fieldsAt(schema: z.ZodType, value: Json, path: Path): string[] {
  let candidates = [schema];
  let here: Json | undefined = value;
  for (const step of [...path, undefined]) {
    candidates = candidates.flatMap((one) => alternatives(one, here));
    if (step === undefined) break;
    candidates = candidates.flatMap((one) => {
      if (one instanceof z.ZodObject) return one.shape[step] === undefined ? [] : [one.shape[step] as z.ZodType];
      if (one instanceof z.ZodArray) return [one.element as z.ZodType];
      if (one instanceof z.ZodRecord) return [one.valueType as z.ZodType];
      return [];
    });
    here = valueAt(here, [step]);
  }
  return [...new Set(candidates.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])))];
}

function alternatives(schema: z.ZodType, value: Json | undefined): z.ZodType[] {
  if (schema instanceof z.ZodOptional) return alternatives(schema.unwrap() as z.ZodType, value);
  if (!(schema instanceof z.ZodUnion)) return [schema];
  const options = schema.options as z.ZodType[];
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const key = schema.def.discriminator;
    const chosen = options.filter((one) => {
      const field = (one as z.ZodObject).shape[key] as z.ZodType | undefined;
      return field?.safeParse(valueAt(value, [key])).success === true;
    });
    return chosen.flatMap((one) => alternatives(one, value));
  }
  // An item of argv: the form that shares a key with the value is the one that was meant.
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const chosen = options.filter((one) => one instanceof z.ZodObject && keys.some((key) => key in one.shape));
  return chosen.flatMap((one) => alternatives(one, value));
}

/** The value at a path, undefined when there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as { readonly [key: string]: Json })[step];
  }
  return here;
}

/** `when_to_use[0].zh`, as a person would write it. */
export function printPath(path: Path): string {
  if (path.length === 0) return 'the document';
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `${typeof value} ${quote(value)}`;
}

/** A value as it is quoted in a message: JSON, cut after 60 characters, what a terminal could obey or reorder escaped. */
function quote(value: Json): string {
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
