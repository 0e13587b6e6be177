/** What the compiler reads and what it says of it: source files, and findings with the place of the offending node. */

/** One source of a catalog. The path is relative to its root, with forward slashes: nothing of the machine is in it. */
export type SourceFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Which of several catalog directories it came from, 0 first; a later one may override an earlier one. */
  readonly root?: number;
};

export const DIAGNOSTIC_REASONS = [
  'not_utf8',
  'too_large',
  'empty',
  'yaml_syntax',
  'yaml_anchor',
  'yaml_alias',
  'yaml_tag',
  'yaml_directive',
  'second_document',
  'duplicate_key',
  'bad_key',
  'not_json',
  'too_deep',
  'missing_field',
  'unknown_field',
  'wrong_type',
  'bad_value',
  'unknown_term',
  'no_vocabulary',
  'duplicate_source',
  'duplicate_id',
  'folding_id',
  'colliding_alias',
  'empty_alias',
  'missing_pack',
  'unknown_reference',
  'self_reference',
  'override_refused',
  'bad_schema',
  'bad_example',
  'unknown_argument',
  'unused_argument',
  'unsafe_argument',
  'bad_handler',
  'unknown_tool',
  'bad_script',
  'bad_outcome',
  'secret_shown',
] as const;
export type DiagnosticReason = (typeof DIAGNOSTIC_REASONS)[number];

/** One thing that is wrong in a source. Line and column count from 1; columns are UTF-16 code units. */
export type Diagnostic = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: DiagnosticReason;
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
  readonly did_you_mean?: string;
};

/** One line for a terminal: `file:line:column: message (expected …, received …; did you mean …?)`. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, message, expected, received, did_you_mean } = diagnostic;
  const details: string[] = [];
  if (expected !== undefined) details.push(`expected ${expected}`);
  if (received !== undefined) details.push(`received ${received}`);
  const suggestion = did_you_mean === undefined ? '' : ` Did you mean ${did_you_mean}?`;
  return `${file}:${line}:${column}: ${message}${details.length === 0 ? '' : ` (${details.join(', ')})`}${suggestion}`;
}

/** By file, line, column, then text: the same findings always come in the same order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  );
}

/** Code unit order: no locale has a say in it. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
