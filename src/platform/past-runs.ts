/** What this user has run with success, as the newest file of the audit tells: for a search that is asked to go by it. */
import { readdirSync } from 'node:fs';
import { below } from './paths.ts';
import { readRegularText } from './regular-file.ts';
import { linuxStatePlace } from './state-place.ts';

/** A file of the log is begun anew at 8 MiB. */
const MOST_BYTES = 16 * 1024 * 1024;

/** How often each id was run with success; undefined where there is no log that can be read. Damaged lines count for nothing. */
export function pastRuns(environment: NodeJS.ProcessEnv): ReadonlyMap<string, number> | undefined {
  const state = linuxStatePlace(environment);
  if (state === undefined) return undefined;
  const directory = below(state, 'audit');
  try {
    const newest = readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .at(-1);
    return newest === undefined ? undefined : successes(readRegularText(below(directory, newest), MOST_BYTES));
  } catch {
    return undefined;
  }
}

function successes(log: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of log.split('\n')) {
    // Most lines are of something else, and reading one as JSON costs more than looking for a word.
    const id = line.includes('"succeeded"') ? succeededIn(line) : undefined;
    if (id !== undefined) times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}

function succeededIn(line: string): string | undefined {
  try {
    const { kind, canonical_path: id, details } = JSON.parse(line);
    return kind === 'outcome' && details?.status === 'succeeded' && typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
