/**
 * The resolved, immutable model of one capability. Every stage after `compile/resolve` speaks of this shape only.
 * It knows nothing of YAML, of the wire, of ranking or of files.
 */

/** A text in one or both of the catalog's languages; at least one is present. */
export type Bilingual = { readonly zh?: string; readonly en?: string };

/** Lists of short phrases by language. */
export type BilingualList = { readonly zh: readonly string[]; readonly en: readonly string[] };

export const CAPABILITY_TYPES = ['action', 'recipe', 'pack', 'resource', 'prompt'] as const;
export type CapabilityType = (typeof CAPABILITY_TYPES)[number];

/** What an execution may change, mildest first: the index is the order that `side_effect_max` compares. */
export const SIDE_EFFECTS = ['R', 'W-local', 'W-shared', 'I'] as const;
export type SideEffect = (typeof SIDE_EFFECTS)[number];

export const EFFECTS = ['read', 'write', 'destructive'] as const;
export type Effect = (typeof EFFECTS)[number];

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Who must say yes before an execution: nobody, the caller's harness, or a human outside the agent's reach. */
export const CONFIRMATIONS = ['none', 'caller', 'human'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

export const IDEMPOTENCIES = ['idempotent', 'non_idempotent', 'backend_key'] as const;
export type Idempotency = (typeof IDEMPOTENCIES)[number];

export const NETWORK_POLICIES = ['none', 'loopback', 'outbound'] as const;
export type NetworkPolicy = (typeof NETWORK_POLICIES)[number];

/**
 * What of this machine an action looks at that a process shut off from the network does not see: sockets and interfaces;
 * what other processes have open; who owns files, and programs that change the user.
 */
export const HOST_VIEWS = ['network', 'processes', 'identities'] as const;
export type HostView = (typeof HOST_VIEWS)[number];

export const OPERATING_SYSTEMS = ['linux', 'darwin', 'win32'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

/** JSON as it stands in a manifest (schemas, example arguments). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** One line of a boundary: when this capability is the wrong one, and which sibling is the right one. */
export type Boundary = Bilingual & { readonly instead?: string };

export type ExecutableRequirement = { readonly name: string; readonly min_version?: string };

export type Example = {
  readonly arguments: JsonObject;
  readonly note?: Bilingual;
  /** What a test of the example puts into its fresh directory first: relative path → text. */
  readonly files?: { readonly [path: string]: string };
};

/** One item of an argv template: a literal, a boolean flag, or an element built from an argument. */
export type ArgvItem =
  | string
  | { readonly flag: string; readonly when: string; readonly equals?: Json }
  | {
      readonly arg: string;
      readonly prefix?: string;
      readonly each?: boolean;
      readonly default?: string;
      readonly path?: boolean;
    };

export type OutputField = { readonly name: string; readonly type: 'string' | 'integer' | 'number' | 'boolean' };

/** How stdout becomes `evidence.result`; porcelain formats only. */
export type OutputFormat =
  | { readonly format: 'text' | 'json' | 'jsonl' }
  | { readonly format: 'lines'; readonly separator: string }
  | { readonly format: 'key_value'; readonly separator: string }
  | {
      readonly format: 'records';
      readonly record_separator: string;
      readonly field_separator: string;
      readonly fields: readonly OutputField[];
      readonly skip_first?: number;
      readonly collapse_space?: boolean;
    };

/** How a program is called, whoever brings it: the same for a command of the system and a script of the catalog. */
export type ProgramCall = {
  readonly argv: readonly ArgvItem[];
  readonly cwd?: { readonly arg: string };
  readonly env?: { readonly [name: string]: string };
  readonly stdin?: { readonly arg: string };
  readonly exit?: { readonly ok: readonly number[]; readonly empty?: readonly number[] };
  readonly output: OutputFormat;
};

export type CommandHandler = ProgramCall & { readonly kind: 'command'; readonly executable: string };

/** A script that travels with the catalog: `text` is what is run, `sha256` of its UTF-8 bytes is what was compiled. */
export type ScriptHandler = ProgramCall & {
  readonly kind: 'script';
  /** A program of the system that reads the script, and its own options in front of the script's name. */
  readonly interpreter: string;
  readonly interpreter_argv?: readonly string[];
  /** The script's own name, without a directory. */
  readonly file: string;
  readonly text: string;
  readonly sha256: string;
};

/** A tool inside our own executable, run as a child process: see src/toolbox. */
export type BuiltinHandler = { readonly kind: 'builtin'; readonly tool: string };

/** What one header, query pair or field of a body holds. An argument that is absent leaves it out. */
export type HttpValue =
  | { readonly value: string }
  | { readonly arg: string; readonly prefix?: string; readonly each?: boolean };

export type HttpField = { readonly name: string } & HttpValue;

/** A header may hold a secret by its name: its value is known to the child that sends it and to nobody else. */
export type HttpHeader =
  | HttpField
  | { readonly name: string; readonly secret: string; readonly prefix?: string }
  | { readonly name: string; readonly idempotency_key: true };

export type HttpBody =
  | { readonly format: 'json' | 'form'; readonly fields: readonly HttpField[] }
  | { readonly format: 'json'; readonly arg: string }
  | { readonly format: 'text'; readonly arg: string; readonly content_type?: string };

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One HTTP exchange, made by a child of our own executable. */
export type HttpHandler = {
  readonly kind: 'http';
  readonly method: (typeof HTTP_METHODS)[number];
  /** Absolute, without query; "{name}" in a segment of its path stands for an argument. */
  readonly url: string;
  readonly query?: readonly HttpField[];
  readonly headers?: readonly HttpHeader[];
  readonly body?: HttpBody;
  /** Statuses that mean success, or success with nothing found; 200 to 299 when left out. */
  readonly status?: { readonly ok?: readonly number[]; readonly empty?: readonly number[] };
  /** Followed at most so often, and only to the URL's own host or to one of `hosts`; none when left out. */
  readonly redirects?: { readonly max: number; readonly hosts?: readonly string[] };
  /** The server is meant to be in a private network or on this machine; policy has to name the host as well. */
  readonly private_network?: boolean;
  readonly response?: { readonly format: 'json' | 'text'; readonly max_bytes?: number };
};

/** One tool of a Model Context Protocol server that is started for the call and ended after it. */
export type McpHandler = {
  readonly kind: 'mcp';
  readonly server: {
    readonly executable: string;
    readonly argv?: readonly string[];
    readonly env?: { readonly [name: string]: string | { readonly secret: string } };
  };
  readonly tool: string;
};

export type Handler = CommandHandler | ScriptHandler | BuiltinHandler | HttpHandler | McpHandler;

/** Where an argument for another capability comes from: an argument of the call at hand, a list of some, or fixed. */
export type ArgumentSource = { readonly arg: string } | { readonly args: readonly string[] } | { readonly value: Json };
export type ArgumentSources = { readonly [name: string]: ArgumentSource };

/** Who can look whether an action took effect, and what its result says. */
export type Verification = {
  readonly action: string;
  readonly arguments: ArgumentSources;
  /** Of which calls it proves anything: the values that an argument may have, null for one that is left out. */
  readonly when?: { readonly [argument: string]: readonly Json[] };
  readonly tookEffect: JsonObject;
  readonly noEffect?: JsonObject;
};

/** What undoes an action, as somebody has reviewed it. */
export type Compensation = { readonly action: string; readonly arguments: ArgumentSources; readonly reviewed: string };

/** Attempts in all, and the milliseconds before the second one. */
export type Retry = { readonly attempts: number; readonly backoffMs: number };

/** One capability, complete. Lists are in source order; `pack` is '' for a top-level pack. */
export type Capability = {
  readonly id: string;
  readonly cliPath: string;
  readonly type: CapabilityType;
  readonly product: string;
  readonly pack: string;
  readonly version: number;
  readonly title: Bilingual;
  readonly summary: Bilingual;
  readonly description: Bilingual;
  readonly aliases: BilingualList;
  readonly intents: readonly string[];
  readonly entities: readonly string[];
  readonly qualifiers: readonly string[];
  readonly symptoms: BilingualList;
  readonly whenToUse: readonly Bilingual[];
  readonly whenNotToUse: readonly Boundary[];
  readonly sideEffect: SideEffect;
  readonly effect: Effect;
  readonly riskLevel: RiskLevel;
  readonly confirmation: Confirmation;
  readonly idempotency: Idempotency;
  readonly timeoutMs: number;
  readonly networkPolicy: NetworkPolicy;
  readonly hostView?: readonly HostView[];
  /** Empty: every operating system. */
  readonly os: readonly OperatingSystem[];
  readonly executables: readonly ExecutableRequirement[];
  readonly requiredContext: readonly string[];
  readonly argumentsSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly examples: readonly Example[];
  readonly produces: readonly string[];
  readonly verifies: readonly string[];
  readonly affectedResources: readonly string[];
  /** A built-in tool that tells, by the same arguments, what would be touched; the yes is bound to what it saw. */
  readonly preview?: string;
  /** Programs that it starts where they are there. */
  readonly mayStart?: readonly string[];
  readonly verification?: Verification;
  readonly compensation?: Compensation;
  readonly retry?: Retry;
  readonly handler?: Handler;
  /** Recipes and prompts: the text that inspect discloses, never search. */
  readonly body?: Bilingual;
};
