/**
 * What a caller asks for, after the contract's own checks: the fields of action-run.v1 that the stages read.
 */
import type { JsonObject } from '../capability/capability.ts';

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
