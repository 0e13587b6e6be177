/**
 * Which test executes which action: noted when a run has succeeded, and held to the table executed.json at the end of
 * each test file. So "every action is executed" is counted, not claimed: executed.test.ts holds the table to the catalog.
 */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import table from './executed.json' with { type: 'json' };

const executed = new Set<string>();

/** A line `id file` for each execution goes to the file that this variable names: that is how the table is made anew. */
const NOTES = process.env.CAP_NOTE_EXECUTED;

/** An action ran to its end and succeeded. */
export function noteExecuted(id: string): void {
  executed.add(id);
  if (NOTES !== undefined) appendFileSync(NOTES, `${id} ${fileOf(expect.getState().testPath)}\n`);
}

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern there, and the context of a file is empty.
afterAll(({}, suite) => {
  // Somebody asked for some of the tests only.
  if (suite.tasks.some(isLeftOut)) return;
  const file = fileOf(suite.file.filepath);
  const claimed = Object.entries(table).filter(([, by]) => by === file);
  const missing = claimed.map(([id]) => id).filter((id) => !executed.has(id));
  expect(missing, `${file} does not execute what executed.json says of it`).toEqual([]);
});

type Task = { readonly mode: string; readonly tasks?: readonly Task[] };

function isLeftOut({ mode, tasks = [] }: Task): boolean {
  return mode === 'skip' || tasks.some(isLeftOut);
}

function fileOf(path: string | undefined): string {
  return relative(ROOT, path ?? '');
}
