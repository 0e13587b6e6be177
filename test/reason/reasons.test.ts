/** The closed table of reasons, pinned: a reason or its exit code never changes once published. */
import { describe, expect, test } from 'vitest';
import { EXIT_CODES, REASONS, type Reason } from '../../src/reason/reasons.ts';
import { exitCodeOf, isRefusal, refuse } from '../../src/reason/refusal.ts';

/** Exit code → its reasons. A new reason is added here on purpose. */
const PUBLISHED: Readonly<Record<number, readonly string[]>> = {
  2: [
    'usage',
    'unknown_verb',
    'stdin_closed',
    'empty_input',
    'bad_json',
    'trailing_data',
    'duplicate_key',
    'invalid_unicode',
    'forbidden_character',
    'number_out_of_range',
    'too_deep',
    'too_large',
    'unsupported_version',
    'unknown_field',
    'missing_field',
    'wrong_type',
    'out_of_range',
    'invalid_value',
    'schema_too_large',
    'catalog_invalid',
    'judgements_invalid',
    'sealed_set_changed',
    'result_not_found',
  ],
  3: ['unknown_capability'],
  4: ['denied'],
  5: ['invalid_arguments'],
  6: ['catalog_changed'],
  7: ['unavailable'],
  8: ['action_failed'],
  9: ['outcome_unknown'],
  10: ['confirmation_required'],
  11: ['circuit_open'],
  20: ['snapshot_missing', 'snapshot_damaged', 'snapshot_version', 'snapshot_fingerprint'],
  70: ['state_unavailable', 'internal'],
  124: ['timed_out'],
  130: ['interrupted'],
};

const reasons = Object.keys(REASONS) as Reason[];

describe('the table of reasons', () => {
  test('no published reason is gone or has another exit code', () => {
    const now = Object.fromEntries(reasons.map((reason) => [reason, REASONS[reason].exit as number]));
    const published = Object.entries(PUBLISHED).flatMap(([exit, names]) => names.map((name) => [name, Number(exit)]));
    expect(now).toMatchObject(Object.fromEntries(published));
  });

  test('every reason is published here', () => {
    const published = new Set(Object.values(PUBLISHED).flat());
    expect(reasons.filter((reason) => !published.has(reason))).toEqual([]);
  });

  test('every exit code is explained once, and 0 is no refusal', () => {
    const codes = EXIT_CODES.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b));
    expect(new Set(codes)).toEqual(new Set([0, ...reasons.map((reason) => REASONS[reason].exit)]));
  });

  test('every message is one sentence', () => {
    for (const reason of reasons) expect(REASONS[reason].message).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

describe('a refusal', () => {
  test('says that nothing was executed unless told otherwise', () => {
    expect(refuse('denied')).toEqual({
      kind: 'refusal',
      reason: 'denied',
      message: REASONS.denied.message,
      executed: false,
    });
    expect(refuse('action_failed', { executed: true, message: 'It failed.' })).toMatchObject({
      executed: true,
      message: 'It failed.',
    });
  });

  test('is told apart from answers, and knows its exit code', () => {
    expect(isRefusal(refuse('denied'))).toBe(true);
    for (const other of [null, undefined, 'refusal', { kind: 'answer' }, {}]) expect(isRefusal(other)).toBe(false);
    expect(exitCodeOf(refuse('catalog_changed'))).toBe(6);
  });
});
