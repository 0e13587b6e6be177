/** One operation as it is kept in a file of the journal: everything that anybody goes by is there, each of its kind. */
import type { JournalEntry } from '../run/journal.ts';
import { readPrivate } from './private-file.ts';
import { StateUnreadable } from './state-reading.ts';

/** `owner`: the process that wrote it. */
export type Kept = { readonly owner: string; readonly entry: JournalEntry };

/** Undefined where there is none. Throws StateUnreadable for what is no operation. */
export async function readKept(path: string): Promise<Kept | undefined> {
  const bytes = await readPrivate(path);
  if (bytes === undefined) return undefined;
  const kept = parsed(bytes.toString('utf8'));
  if (isKept(kept)) return kept;
  throw new StateUnreadable(
    `${path} holds no operation of the journal, so nobody can tell what was begun: look into the file, and take it away when it is none of this program's.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is an operation as it is written here: everything that anybody goes by is there, each of its kind. */
function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || typeof value.owner !== 'string' || !isRecord(value.entry)) return false;
  const { entry } = value;
  return (
    TEXTS.every((name) => typeof entry[name] === 'string') &&
    OPTIONAL.every((name) => entry[name] === undefined || typeof entry[name] === 'string') &&
    typeof entry.idempotent === 'boolean' &&
    isRecord(entry.arguments) &&
    isListOf(entry.verifies, (one) => typeof one === 'string') &&
    (entry.masked === undefined || isListOf(entry.masked, (one) => typeof one === 'string')) &&
    isListOf(entry.history, (step) => isRecord(step) && typeof step.state === 'string' && typeof step.time === 'string')
  );
}

const TEXTS = ['operation_id', 'repeat_key', 'input_hash', 'canonical_path', 'state'];
const OPTIONAL = ['base', 'backend_key', 'tool_call_id', 'result_ref'];

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
