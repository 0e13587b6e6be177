/** A log that was tampered with: whoever reads it, and does not verify it, is told so beside what can still be read. */
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cap, documentOf, emptyDirectory, probes } from '../e2e/executable.ts';

type Event = { readonly seq: number; readonly operation_id: string };
type Report = { readonly events: readonly Event[]; readonly holds?: boolean; readonly findings?: readonly object[] };

let state = '';
let operation = '';
const ask = (...argv: string[]) => cap(argv, { env: { CAP_STATE_DIR: state } });
const log = () => join(state, 'audit', 'audit-000001.jsonl');
const change = (work: (lines: string[]) => string[]) => {
  const lines = readFileSync(log(), 'utf8').trimEnd().split('\n');
  writeFileSync(log(), `${work(lines).join('\n')}\n`);
};

let whole = '';
beforeAll(async () => {
  whole = join(emptyDirectory(), 'state');
  state = whole;
  const snapshot = await probes();
  for (const text of ['one', 'two', 'three']) await ask('run', 'probe.say', '--text', text, '--snapshot', snapshot);
  const { events } = documentOf(await ask('audit', 'list', '--snapshot', snapshot)) as unknown as Report;
  operation = events.at(-1)?.operation_id ?? '';
  expect(events).toHaveLength(6);
}, 60_000);
beforeEach(() => {
  state = join(emptyDirectory(), 'state');
  cpSync(whole, state, { recursive: true });
});

describe.each([
  ['an edit', () => change((lines) => lines.map((line, at) => (at === 2 ? line.replace('"two"', '"2"') : line)))],
  ['a deletion', () => change((lines) => lines.filter((_, at) => at !== 3))],
  ['another order', () => change(([one, two, ...rest]) => [two ?? '', one ?? '', ...rest])],
  ['a cut', () => change((lines) => lines.slice(0, -1))],
  ['half a line', () => truncateSync(log(), readFileSync(log()).length - 20)],
  ['a line that is none', () => change((lines) => [...lines, 'free text'])],
  ['the loss of its head', () => rmSync(join(state, 'audit', 'head'))],
  ['the loss of the file', () => rmSync(log())],
])('%s', (_name, damage) => {
  it('is said by list, show, export and verify alike', async () => {
    damage();
    const verified = await ask('audit', 'verify');
    const { findings } = documentOf(verified) as unknown as Report;
    expect(findings?.length).toBeGreaterThan(0);
    expect(verified.status).toBe(2);
    const file = join(state, '..', 'export.jsonl');
    for (const argv of [['list'], ['export', '-o', file]]) {
      const given = await ask('audit', ...argv);
      expect(documentOf(given)).toMatchObject({ holds: false, findings });
      expect(given.status).toBe(2);
    }
    const shown = await ask('audit', 'show', operation);
    const document = documentOf(shown) as unknown as Report & { error?: { message: string } };
    if (document.error === undefined) expect(document).toMatchObject({ holds: false, findings });
    else expect(document.error.message).toContain('damaged');
    expect(shown.status).toBe(2);
  });
});

it('what can still be read of it is shown', async () => {
  change((lines) => lines.map((line, at) => (at === 3 ? 'x' : line)));
  const { events } = documentOf(await ask('audit', 'list')) as unknown as Report;
  expect(events.map(({ seq }) => seq)).toEqual([6, 5, 3, 2, 1]);
});

it('a log that holds says nothing of damage', async () => {
  const given = await ask('audit', 'list');
  expect(documentOf(given)).not.toHaveProperty('holds');
  expect(given.status).toBe(0);
});
