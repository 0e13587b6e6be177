/**
 * By which operation a caller's own call was made, found without reading them all: one small file a call in a
 * directory of the journal, named by a seal of what tells the call.
 */
import { join } from 'node:path';
import { replaceAtOnce } from './private-file.ts';
import { readOwn } from './regular-file.ts';
import type { Seal } from './state-key.ts';

/** What tells a call: the change that it makes, under which key of the backend, and the caller's own name for it. */
export type Call = { readonly repeat_key: string; readonly backend_key?: string; readonly tool_call_id?: string };

/** Their directory, below that of the journal. */
export const CALLS = 'calls';

/** Under the lock of the journal, and on the disk when this returns. No key of it is sealed yet. */
export function noteCall(home: string, call: Call, operationId: string, seal: Seal): void {
  if (call.tool_call_id !== undefined) replaceAtOnce(pathOf(home, call, seal), operationId, true);
}

/** The id of the latest operation; undefined where none is known of. */
export function operationOfCall(home: string, call: Call, seal: Seal): string | undefined {
  return readOwn(pathOf(home, call, seal))?.toString('utf8');
}

function pathOf(
  home: string,
  { repeat_key: key, backend_key: backend = '', tool_call_id: name = '' }: Call,
  seal: Seal,
) {
  return join(home, CALLS, seal(`call\n${key}\n${backend}\n${name}`));
}
