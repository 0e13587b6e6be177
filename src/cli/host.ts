/** What the command line needs of the world around it, as types: the floor above puts it together. */
import type { Anchor, Head, LogFile, Witness } from '../audit/chain.ts';
import type { AuditFacts } from '../audit/event.ts';
import type { JsonObject } from '../capability/capability.ts';
import type { FixtureStep } from '../capability/fixture.ts';
import type { SourceFile } from '../compile/diagnostic.ts';
import type { EvalReport } from '../contract/eval-report.v1.ts';
import type { ReplayReport, ReplaySummary } from '../contract/replay-report.v1.ts';
import type { Conditions, Level, Policy } from '../policy/policy.ts';
import type { ToldFacts } from '../policy/told-facts.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { FoundEntry } from '../run/journal.ts';
import type { ConfirmationDesk, RunPorts, StateUnavailable } from '../run/ports.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import type { Asked } from './take-word.ts';

export type Terminal = {
  /** stdout is a terminal: a person reads along, so answers become tables. */
  readonly interactive: boolean;
  /** Width of that terminal in cells. */
  readonly columns: number;
  /** Whether the environment allows colours, by stream. */
  readonly colour: { readonly out: boolean; readonly err: boolean };
};

export type CatalogFiles = {
  /** All sources of these directories, or why one cannot be read. */
  readonly read: (directories: readonly string[]) => SourceFile[] | Refusal;
  /** Replaces a file as a whole or not at all; what is there already must begin as `mayReplace` wants it. */
  readonly write: (
    path: string,
    bytes: Uint8Array,
    mayReplace: (start: Uint8Array) => boolean,
  ) => Promise<Refusal | null>;
  readonly exists: (path: string) => boolean;
  /** Makes a file and the directories above it; one that is there already is refused and stays as it is. */
  readonly create: (path: string, text: string) => Promise<Refusal | null>;
  /** The snapshot inside the executable, whatever else is chosen: it brings the dictionary and the vocabulary. */
  readonly defaultSnapshot: () => Snapshot | Refusal;
  /** Runs synchronous work and breaks it off after `milliseconds`, undefined then: a pattern may have no end. */
  readonly bounded: <T>(milliseconds: number, work: () => T) => { readonly value: T } | undefined;
  /** The file of the snapshot that answers, whoever named it; undefined for the one inside. */
  readonly chosen: (snapshotFile: string | undefined) => string | undefined;
};

/** Where examples run: nothing of the user's own is reached. */
export type ExampleBench = { readonly world: World; readonly close: () => void };

/** What a fixture needs and is not here, or what went wrong while it was set up. */
export type NoBench = { readonly kind: 'lacking' | 'broken'; readonly message: string };

export type ExampleBenches = {
  readonly open: (steps: readonly FixtureStep[]) => Promise<ExampleBench | NoBench>;
  readonly close: () => void;
};

/** Several questions to a person at a terminal. */
export type Conversation = {
  readonly ask: (question: string) => Promise<Asked>;
  readonly close: () => void;
};

/** What was found in policy files; `policy` is absent when they cannot be used. */
export type PolicyCheck = {
  readonly files: readonly { readonly level: Level; readonly path: string }[];
  readonly problems: readonly { file: string; line: number; column: number; message: string }[];
  readonly policy?: Policy;
  /** Every id that they name, and where. */
  readonly ids?: readonly { file: string; line: number; column: number; id: string }[];
  /** What their examples say of capabilities. */
  readonly told?: readonly ({ file: string; line: number; column: number } & ToldFacts)[];
  /** What their rules ask for. */
  readonly asked?: readonly { file: string; line: number; column: number; conditions: Conditions }[];
  /** The compiled form beside the organisation's file. */
  readonly beside?: { readonly path: string; readonly believed: boolean; readonly message: string };
};

/** What `cap eval` was asked for: judgements at a path, and how they are measured. */
export type EvaluationRequest = {
  readonly subject: string;
  readonly half: 'dev' | 'test';
  readonly arm: string;
  readonly against?: string;
  readonly ablation: boolean;
  readonly only?: string;
  readonly out?: string;
};

/** What `cap replay` was asked for: a file of requests, and what they are compared with. */
export type ReplayRequest = { readonly requests: string; readonly against?: string; readonly out?: string };

/** Measuring a search: the room that does it stands beside this one. */
export type Measuring = {
  readonly evaluate: (request: EvaluationRequest, world: World) => Promise<EvalReport | Refusal>;
  readonly replay: (request: ReplayRequest, world: World) => Promise<ReplayReport | Refusal>;
  readonly replayBetween: (file: string, before: World, after: World) => Promise<ReplaySummary | Refusal>;
};

export type Host = {
  readonly version: string;
  readonly terminal: Terminal;
  /** The world over the snapshot that --snapshot names, or over the one that environment and project choose. */
  readonly world: (snapshotFile: string | undefined) => World;
  /** The bytes of one request: `-` reads stdin, `@FILE` a file. */
  readonly readRequest: (source: string) => Uint8Array | Refusal;
  readonly write: (stream: 'out' | 'err', text: string) => void;
  readonly catalog: CatalogFiles;
  /** Fresh directories, each set up by its steps, where examples over this snapshot run. */
  readonly openBenches: (snapshot: Snapshot) => ExampleBenches;
  /** Undefined when no person is at a terminal. */
  readonly converse: () => Conversation | undefined;
  /** Where a human's yes is asked for and kept. */
  readonly approvals: {
    readonly open: () => Promise<ConfirmationDesk | StateUnavailable>;
    readonly question: (nonce: string) => Promise<JsonObject | undefined>;
    readonly keep: (nonce: string, mark: string) => Promise<{ readonly kind: 'kept' } | StateUnavailable>;
    /** Takes a yes back that was kept, if there is one. */
    readonly withdraw: (nonce: string) => Promise<{ readonly kind: 'withdrawn' } | StateUnavailable>;
    /** Writes the answer down, yes or no. */
    readonly record: (facts: AuditFacts) => Promise<{ readonly kind: 'recorded' } | StateUnavailable>;
    readonly askPerson: (question: string) => Promise<Asked>;
    /** Width of the terminal that it is asked on, in cells. */
    readonly columns?: () => number;
  };
  /** Catalogs that somebody has said are to be believed, by the hash of their file. */
  readonly trust: {
    readonly list: () => readonly {
      readonly level: 'user' | 'organisation';
      readonly hash: string;
      readonly note: string;
    }[];
    readonly examine: (file: string) => { readonly hash: string; readonly snapshot: Snapshot } | Refusal;
    readonly keep: (hash: string, note: string) => Promise<Refusal | undefined>;
    readonly forget: (hash: string) => Promise<Refusal | undefined>;
  };
  readonly recovery: Pick<RunPorts['journal'], 'move'> & {
    readonly entries: () => Promise<readonly FoundEntry[]>;
    readonly resetCircuits: () => Promise<void>;
    /** Writes down what is settled, before it is. */
    readonly record: RunPorts['audit']['record'];
  };
  readonly audit: {
    readonly read: () => Promise<{
      readonly files: readonly LogFile[];
      readonly head: Head | undefined;
      readonly anchor: Anchor;
    }>;
    /** What knows of operations that the log must know, unless it was pruned of what is older than `since` (in UTC). */
    readonly witnesses: () => Promise<readonly (Witness & { readonly since: string })[]>;
    readonly prune: (
      days: number,
    ) => Promise<{ readonly events: number; readonly files: readonly string[] } | StateUnavailable>;
    /** The other records: results and closed operations by the first age in days, traces by the second. */
    readonly pruneRecords: (
      journalDays: number,
      auditDays: number,
    ) => Promise<{
      readonly results: number;
      readonly operations: number;
      readonly traces: number;
      readonly scripts: number;
    }>;
  };
  readonly measuring: Measuring;
  /** Compiles these policy files, or those that hold here. */
  readonly checkPolicy: (files: readonly string[]) => PolicyCheck | Promise<PolicyCheck>;
  /** Compiles the organisation's file and leaves what it comes to beside it. */
  readonly compilePolicy: () => Promise<PolicyCheck | Refusal>;
};
