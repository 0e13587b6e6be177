/**
 * The closed table of reasons for which a request is refused or an action did not succeed: reason → exit code, whether
 * the same request may succeed later, and what it means. Published by `cap --help`; a reason is never removed.
 */

type Row = { readonly exit: number; readonly retryable: boolean; readonly message: string };

export const REASONS = {
  usage: row(2, 'The command line cannot be understood.'),
  unknown_verb: row(2, 'There is no such verb.'),
  stdin_closed: row(2, 'Standard input is closed or cannot be read.'),
  empty_input: row(2, 'The request is empty.'),
  bad_json: row(2, 'The request is not JSON.'),
  trailing_data: row(2, 'Something follows the one JSON document.'),
  duplicate_key: row(2, 'An object has the same key twice.'),
  invalid_unicode: row(2, 'The request is not well-formed Unicode.'),
  forbidden_character: row(2, 'A text holds a control or bidirectional character.'),
  number_out_of_range: row(2, 'A number cannot be represented exactly.'),
  too_deep: row(2, 'The request is nested too deeply.'),
  too_large: row(2, 'The request or one of its fields is too large.'),
  unsupported_version: row(2, 'The contract version is not one of this program.'),
  unknown_field: row(2, 'The contract has no such field.'),
  missing_field: row(2, 'A required field is missing.'),
  wrong_type: row(2, 'A field has the wrong type.'),
  out_of_range: row(2, 'A field is outside its range.'),
  invalid_value: row(2, 'A field has a value that the contract does not allow.'),
  schema_too_large: row(2, 'The contract is larger than one answer may be.'),
  catalog_invalid: row(2, 'The catalog sources have errors; nothing was written.'),
  result_not_found: row(2, 'No stored result has this reference.'),
  unknown_capability: row(3, 'No capability has this id.'),
  denied: row(4, 'A policy denies this.'),
  invalid_arguments: row(5, 'The arguments do not fit the schema of the capability.'),
  catalog_changed: row(6, 'The catalog is not the one that was searched.'),
  unavailable: row(7, 'The capability cannot run here.'),
  action_failed: row(8, 'The action ran and failed.'),
  outcome_unknown: row(9, 'Whether the action took effect is unknown.'),
  confirmation_required: row(10, 'The action needs a confirmation before it runs.'),
  circuit_open: row(11, 'The same call failed repeatedly and is not tried again.'),
  snapshot_missing: row(20, 'The snapshot cannot be read.'),
  snapshot_damaged: row(20, 'The snapshot is damaged.'),
  snapshot_version: row(20, 'The snapshot has another format version.'),
  snapshot_fingerprint: row(20, 'The snapshot was built with another text analyzer.'),
  state_unavailable: row(70, 'The state directory cannot be written.', true),
  internal: row(70, 'A fault inside this program.'),
  timed_out: row(124, 'The action ran out of time and was stopped.', true),
  interrupted: row(130, 'Interrupted.', true),
} as const satisfies Record<string, Row>;

export type Reason = keyof typeof REASONS;

/** What each exit code says, for `--help`. 0 stands for every answer, also when nothing matched. */
export const EXIT_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: 0, meaning: 'answered (also: nothing matched)' },
  { code: 2, meaning: 'bad request or usage' },
  { code: 3, meaning: 'unknown capability' },
  { code: 4, meaning: 'denied by policy' },
  { code: 5, meaning: 'invalid arguments' },
  { code: 6, meaning: 'catalog changed' },
  { code: 7, meaning: 'unavailable here' },
  { code: 8, meaning: 'the action ran and failed' },
  { code: 9, meaning: 'outcome unknown' },
  { code: 10, meaning: 'confirmation required' },
  { code: 11, meaning: 'circuit open' },
  { code: 20, meaning: 'snapshot missing, damaged or of another version' },
  { code: 70, meaning: 'internal fault' },
  { code: 124, meaning: 'timed out' },
  { code: 130, meaning: 'interrupted' },
];

function row(exit: number, message: string, retryable = false): Row {
  return { exit, retryable, message };
}
