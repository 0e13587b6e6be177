/**
 * Looking into the state directory without making anything of it. What was never made holds nothing; what is there and
 * cannot be read is said, as an empty answer would pass for a clean one.
 */
import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { locateState, type StateUnavailable } from './state-directory.ts';

export type StateHost = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
};

/** State that is there and cannot be read. Its refusal is what the caller is told. */
export class StateUnreadable extends Error {
  readonly refusal: Refusal;

  constructor(message: string) {
    super(message);
    this.refusal = refuse('state_unavailable', { message });
  }
}

/** The names in a directory of the state; none where it was never made. Throws StateUnreadable. */
export async function namesInState(home: string): Promise<string[]> {
  try {
    const [names, { uid }] = await Promise.all([readdir(home), stat(home)]);
    const me = process.getuid?.();
    if (me !== undefined && uid !== me) throw foreign(home);
    return names;
  } catch (error) {
    if (await wasNeverMade(home, error)) return [];
    throw error instanceof StateUnreadable ? error : unreadable(home, error);
  }
}

/** Where `parts` of the state stand. Throws StateUnreadable when there is no place for any, or when it cannot be looked into. */
export async function readableState(host: StateHost, ...parts: readonly string[]): Promise<string> {
  const state: ReturnType<typeof locateState> = locateState(host.environment, host.platform);
  if (state.kind === 'unavailable') throw nowhere(state);
  await namesInState(state.path);
  return join(state.path, ...parts);
}

/** For a file of the state that is there and cannot be read. */
export function unreadable(path: string, error: unknown): StateUnreadable {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new StateUnreadable(
    `The state in ${path} cannot be read (${code}): let this user read it, or set CAP_STATE_DIR to a directory of their own.`,
  );
}

function foreign(path: string): StateUnreadable {
  return new StateUnreadable(
    `The state directory ${path} belongs to another user: ask as that user, or set CAP_STATE_DIR to a directory of your own.`,
  );
}

function nowhere({ message }: StateUnavailable): StateUnreadable {
  return new StateUnreadable(`${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`);
}

/** A link to nowhere is there: the state behind it is gone, not unmade. */
async function wasNeverMade(path: string, error: unknown): Promise<boolean> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false;
  const found = await lstat(path).catch((fault: unknown) => fault);
  if (found instanceof Error) return dirname(path) === path || (await wasNeverMade(dirname(path), found));
  return (found as Awaited<ReturnType<typeof lstat>>).isDirectory();
}
