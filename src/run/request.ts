/**
 * What a caller asks for, after the contract's own checks: the fields of action-run.v1 that the stages read.
 */
import type { JsonObject } from '../capability/capability.ts';

/**
 * The name of a call that a person typed and did not name. It is the same each time, so that the printed token fits the
 * same command typed again; the token is bound to everything else that was frozen all the same.
 */
export const TYPED_CALL = 'typed';

export type RunRequest = {
  readonly canonical_path: string;
  readonly action_version: number;
  readonly expected_source_hash: string;
  readonly expected_surface_hash: string;
  readonly tool_call_id: string;
  readonly arguments: JsonObject;
  readonly dry_run?: boolean | undefined;
  readonly confirmation_token?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly cwd?: string | undefined;
  /** Milliseconds, at most the manifest's. */
  readonly timeout_ms?: number | undefined;
};
