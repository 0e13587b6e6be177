/** The audit as a file for others: a range of it, as lines or as a table that no spreadsheet runs. */
import { describe, expect, it } from 'vitest';
import { nextEvent, ORIGIN } from '../../src/audit/chain.ts';
import type { AuditEvent, AuditFacts } from '../../src/audit/event.ts';
import { exportText, TIME_PATTERN, within } from '../../src/audit/export.ts';

function events(...facts: (Partial<AuditFacts> & { time: string })[]): AuditEvent[] {
  const made: AuditEvent[] = [];
  for (const { time, ...more } of facts) {
    const about = {
      kind: 'outcome' as const,
      operation_id: 'op',
      canonical_path: 'a.b',
      tool_call_id: 'call',
      input_hash: null,
      details: {},
      ...more,
    };
    made.push(nextEvent(about, made.at(-1) ?? ORIGIN, time, '1000'));
  }
  return made;
}

const TIMES = [
  '2026-01-30T23:59:59.999Z',
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T12:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
];
const log = events(...TIMES.map((time) => ({ time })));

describe('a range', () => {
  it.each([
    [undefined, undefined, [1, 2, 3, 4]],
    ['2026-01-31', undefined, [2, 3, 4]],
    ['2026-01-31T12:00Z', undefined, [3, 4]],
    ['2026-01-31T12:00:00.000Z', undefined, [3, 4]],
    [undefined, '2026-01-31', [1]],
    ['2026-01-31', '2026-02-01', [2, 3]],
    ['2027-01-01', undefined, []],
  ])('from %s until %s', (since, until, seqs) => {
    expect(within(log, since, until).map(({ seq }) => seq)).toEqual(seqs);
  });

  it.each(['yesterday', '2026-1-1', '2026-01-31T12', '2026-01-31 12:00', '2026-01-31T12:00+01:00'])(
    'is not %s',
    (text) => {
      expect(TIME_PATTERN.test(text)).toBe(false);
    },
  );
});

describe('the text', () => {
  it('of lines holds each event as the log does', () => {
    const lines = exportText(log, 'jsonl').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(log);
  });

  it('of a table holds one row an event, and no cell that is a formula, breaks out or loses its quotes', () => {
    const [event] = events({
      time: TIMES[0] as string,
      tool_call_id: '=HYPERLINK("http://x","y")',
      arguments: { path: 'a,b\n"c"' },
      details: { status: 'failed', exit_code: -3, message: '+1 "quoted"\r\nnext', rule: '@rule' },
    });
    const text = exportText([event as AuditEvent], 'csv');
    const [header, row] = parseCsv(text);
    expect(header?.slice(0, 8)).toEqual(
      'seq time user kind operation_id canonical_path tool_call_id input_hash'.split(' '),
    );
    const cell = (name: string) => row?.[header?.indexOf(name) ?? -1];
    expect(cell('tool_call_id')).toBe(`'=HYPERLINK("http://x","y")`);
    expect(cell('message')).toBe(`'+1 "quoted"\r\nnext`);
    expect([cell('rule'), cell('exit_code'), cell('input_hash')]).toEqual(["'@rule", '-3', '']);
    expect(JSON.parse(cell('arguments') ?? '')).toEqual({ path: 'a,b\n"c"' });
    expect(parseCsv(text)).toHaveLength(2);
  });
});

/** RFC 4180, read independently of how it was written. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cells.exec(text); match !== null; match = cells.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
