/**
 * The closed table of reasons for which a request is refused or an action did not succeed: reason → exit code, whether
 * the same request may succeed later, and what it means. Published by `cap --help`; a reason is never removed.
 */

type Row = { readonly exit: number; readonly retryable?: true; readonly message: string };

export const REASONS = {
  usage: { exit: 2, message: 'The command line cannot be understood.' },
  unknown_verb: { exit: 2, message: 'There is no such verb.' },
  stdin_closed: { exit: 2, message: 'Standard input is closed or cannot be read.' },
  empty_input: { exit: 2, message: 'The request is empty.' },
  bad_json: { exit: 2, message: 'The request is not JSON.' },
  trailing_data: { exit: 2, message: 'Something follows the one JSON document.' },
  duplicate_key: { exit: 2, message: 'An object has the same key twice.' },
  invalid_unicode: { exit: 2, message: 'The request is not well-formed Unicode.' },
  forbidden_character: { exit: 2, message: 'A text holds a control or bidirectional character.' },
  number_out_of_range: { exit: 2, message: 'A number cannot be represented exactly.' },
  too_deep: { exit: 2, message: 'The request is nested too deeply.' },
  too_large: { exit: 2, message: 'The request or one of its fields is too large.' },
  unsupported_version: { exit: 2, message: 'The contract version is not one of this program.' },
  unknown_field: { exit: 2, message: 'The contract has no such field.' },
  missing_field: { exit: 2, message: 'A required field is missing.' },
  wrong_type: { exit: 2, message: 'A field has the wrong type.' },
  out_of_range: { exit: 2, message: 'A field is outside its range.' },
  invalid_value: { exit: 2, message: 'A field has a value that the contract does not allow.' },
  schema_too_large: { exit: 2, message: 'The contract is larger than one answer may be.' },
  catalog_invalid: { exit: 2, message: 'The catalog sources have errors; nothing was written.' },
  judgements_invalid: { exit: 2, message: 'The judgements cannot be understood.' },
  sealed_set_changed: { exit: 2, message: 'The sealed judgements are not the pinned ones.' },
  result_not_found: { exit: 2, message: 'No stored result has this reference.' },
  unknown_capability: { exit: 3, message: 'No capability has this id.' },
  denied: { exit: 4, message: 'A policy denies this.' },
  invalid_arguments: { exit: 5, message: 'The arguments do not fit the schema of the capability.' },
  catalog_changed: { exit: 6, message: 'The catalog is not the one that was searched.' },
  unavailable: { exit: 7, message: 'The capability cannot run here.' },
  action_failed: { exit: 8, message: 'The action ran and failed.' },
  outcome_unknown: { exit: 9, message: 'Whether the action took effect is unknown.' },
  confirmation_required: { exit: 10, message: 'The action needs a confirmation before it runs.' },
  circuit_open: { exit: 11, message: 'The same call came to nothing repeatedly and is not tried again.' },
  snapshot_missing: { exit: 20, message: 'The snapshot cannot be read.' },
  snapshot_damaged: { exit: 20, message: 'The snapshot is damaged.' },
  snapshot_version: { exit: 20, message: 'The snapshot has another format version.' },
  snapshot_fingerprint: { exit: 20, message: 'The snapshot was built with another text analyzer.' },
  state_unavailable: { exit: 70, retryable: true, message: 'The state directory cannot be written.' },
  internal: { exit: 70, message: 'A fault inside this program.' },
  timed_out: { exit: 124, retryable: true, message: 'The action ran out of time and was stopped.' },
  interrupted: { exit: 130, retryable: true, message: 'Interrupted.' },
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
