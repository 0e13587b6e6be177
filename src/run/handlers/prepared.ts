/** What every kind of handler comes to: one process to start, and all that it may use. Here are its types only. */
import type { Capability, Json, JsonObject } from '../../capability/capability.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Refusal } from '../../reason/refusal.ts';
import type { InvalidArguments } from '../arguments.ts';
import type { Environment, Executable, Fingerprint, Program, RunPorts, ScriptFile, SecretUse } from '../ports.ts';

/** What a handler is prepared from. */
export type HandlerCall = {
  readonly capability: Capability;
  /** Checked against the schema, with its defaults. */
  readonly values: JsonObject;
  /** The same with what is secret masked: what is shown and kept is made from these. */
  readonly shown: JsonObject;
  readonly idempotencyKey: string | undefined;
  readonly policy: Policy;
  readonly ports: RunPorts;
};

export type Prepared = {
  readonly kind: 'prepared';
  readonly executable: Executable;
  readonly fingerprint: Fingerprint;
  /** argv[0] as the child sees it. */
  readonly name: string;
  /** Without argv[0]. */
  readonly argv: readonly string[];
  readonly stdin: string | undefined;
  /** The tool of our own executable that it is. */
  readonly tool?: string;
  /** Variables of the manifest, on top of the allow-listed ones. */
  readonly environment: Environment;
  /** The directory that an argument names, as given. */
  readonly directory?: { readonly argument: string; readonly given: string };
  /** Other programs that the process will start; what the manifest asks for besides comes to them. */
  readonly programs: readonly Program[];
  readonly script?: ScriptFile;
  /** By name, with the hash of the value: the value itself is only known where it is used. */
  readonly secrets: readonly SecretUse[];
  /** What will be done, in one line that a person can judge, secrets masked; for the eye only, nothing reads it. */
  readonly words: string;
  /** What will be sent, for the plan; secrets by name. */
  readonly request?: Json;
};

export type Prepare<Kind> = (handler: Kind, call: HandlerCall) => Promise<Prepared | InvalidArguments | Refusal>;
