/**
 * What running needs from the outside world, as types: the platform implements them, tests may. Everything that time,
 * chance, files or processes decide enters here and nowhere else.
 */
import type { AuditFacts } from '../audit/event.ts';
import type { Json, JsonObject, OperatingSystem } from '../capability/capability.ts';
import type { CircuitFacts } from './circuit.ts';
import type { FoundEntry, JournalEntry, JournalState, NewEntry, SameChange } from './journal.ts';

/** An executable as found: `path` is started, `realPath` is the file behind all links. */
export type Executable = { readonly path: string; readonly realPath: string };

/** What tells one executable file from another: `identity` changes with any write to the file, `contentHash` is SHA-256. */
export type Fingerprint = { readonly identity: string; readonly contentHash: string };

/** A program that was found, and what it was then. */
export type Program = {
  readonly kind: 'program';
  readonly executable: Executable;
  readonly fingerprint: Fingerprint;
  /** It is asked for by its path, whatever a search by its name finds; absent: by its name. */
  readonly byPath?: boolean;
};

/** A program that a script is started through, as its first line asks for it. */
export type Interpreter = { readonly executable: Executable; readonly byPath: boolean };

/** A secret by its name, and SHA-256 of the value that it had when the call was frozen. */
export type SecretUse = { readonly name: string; readonly hash: string };

/** A script of the catalog and the private file that it is run from; `sha256` of its UTF-8 bytes. */
export type ScriptFile = { readonly path: string; readonly text: string; readonly sha256: string };

/**
 * What a process is started through so that it reaches no network. `ownUsers`: it then sees users of its own, too.
 * `looking`: the argv for what has to look into other processes. `leaves`: how it gets out all the same, one sentence.
 */
export type NetworkGate =
  | {
      readonly kind: 'gate';
      readonly file: string;
      readonly argv: readonly string[];
      readonly ownUsers: boolean;
      readonly looking?: readonly string[];
      readonly leaves?: string;
    }
  | { readonly kind: 'none'; readonly why: string };

export type Environment = { readonly [name: string]: string };

/** Everything the last step needs; built from a frozen invocation and from nothing else. */
export type Execution = {
  readonly executable: Executable;
  readonly fingerprint: Fingerprint;
  /** argv[0] as the child sees it. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  readonly stdin?: string | undefined;
  /** Other programs that it may start. */
  readonly programs: readonly Program[];
  /** Names of further ones that were not there, and may not be there now. */
  readonly absent?: readonly string[];
  readonly script?: ScriptFile | undefined;
  /** What a yes was given for: absolute paths, and the object that stood at each; a tool of ours works through these alone. */
  readonly places: readonly { readonly path: string; readonly object: string | null }[];
  /** The last look at them, right before the start. */
  isInPlace(): Promise<boolean>;
  /** Their values go behind stdin, on a line of their own. */
  readonly secrets: readonly SecretUse[];
  readonly gate?: Extract<NetworkGate, { kind: 'gate' }> | undefined;
  readonly timeoutMs: number;
  /** Bytes that each of its processes may hold, and whether that was found to hold; absent: as many as the system gives. */
  readonly memory?: { readonly bytes: number; readonly isKept: boolean } | undefined;
  /** Its output may hold secrets: nothing of it stays anywhere but in the answer. */
  readonly secret?: boolean;
  /** The tool of our own executable that this starts: it is given the pass without which it does nothing. */
  readonly tool?: string | undefined;
  /** Kept beside the output, so that it can be parsed again when a part of it is asked for. */
  readonly meta: JsonObject;
};

/** One output stream: `head` is all of it when it fits, else the start, and `tail` the end. */
export type Stream = {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly totalBytes: number;
  /** Fewer than `totalBytes`: the store does not hold everything. */
  readonly storedBytes: number;
  /** The stream passed the hard cap and the child was stopped for it. */
  readonly capped: boolean;
};

export type ExecutionEnd =
  /** Nothing was started: there is no place for the output. */
  | { readonly kind: 'no_state'; readonly message: string }
  /** Nothing was started: the system refused (errno name), or the executable is another one by now. */
  | {
      readonly kind: 'not_started';
      readonly message: string;
      /** For lack of something that may be there in a moment; nothing and nobody was reached. */
      readonly transient?: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly stopped: 'timeout' | 'output_limit' | 'interrupt' | null;
      readonly durationMs: number;
      readonly stdout: Stream;
      readonly stderr: Stream;
      /** Null: nothing of the output was kept. */
      readonly resultRef: string | null;
      /** Processes that outlived the child and were ended too. */
      readonly leftBehind: number;
      /** Processes that could not be ended. */
      readonly survivors: number;
      /** Limits that were asked for and that this machine cannot enforce. */
      readonly unenforced: readonly string[];
    };

/** What stands at a path. `sha256` is null for what is no regular file, or too large to be hashed in passing. */
export type ArtifactFound = {
  readonly kind: 'file' | 'directory' | 'other' | 'missing';
  readonly bytes: number | null;
  readonly sha256: string | null;
};

/** A look at what a call would touch: a tool of ours with the call's own arguments, directory and environment. */
export type Look = Pick<Execution, 'cwd' | 'environment' | 'places' | 'programs' | 'absent'> & {
  readonly tool: string;
  readonly stdin: string;
};

export type Looked =
  | {
      readonly kind: 'seen';
      readonly affected: readonly string[];
      readonly state: Json;
      /** Programs that the project names and that it would start; absent where the tool looks for none. */
      readonly programs?: readonly string[];
    }
  /** It cannot work; why, without a full stop. */
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** What is told of a tree with more in it than is looked through. */
export const UNSEEN_TREE = 'more than was looked through';

export type DirectoryFound = { readonly kind: 'directory'; readonly path: string } | { readonly kind: 'not_directory' };

/** Where git works from a directory; real paths. */
export type RepositoryFound = {
  /** All that belongs to a repository there: its directories, and the working trees that these name. */
  readonly places: readonly string[];
  /** Top levels of the working trees that it may rewrite. */
  readonly trees: readonly string[];
  /** False: something that git would follow could not be read. */
  readonly complete: boolean;
};

export type StoredResult = { readonly meta: JsonObject; readonly bytes: Uint8Array };

/** No place for what must be kept; why, in words without a full stop. */
export type StateUnavailable = { readonly kind: 'unavailable'; readonly message: string };

/** Where confirmations are issued and spent, for one user of one state directory. */
export type ConfirmationDesk = {
  readonly kind: 'open';
  readonly key: Uint8Array;
  /** Milliseconds since 1970; never earlier than any time that this desk has seen. */
  readonly now: number;
  readonly user: string;
  newNonce(): string;
  /** Whether the token of this nonce was used. Asked before anything else is said of a token that holds. */
  wasSpent(nonce: string): Promise<boolean | StateUnavailable>;
  /** Once for each nonce (whose token ends at `expires`, milliseconds since 1970), over all processes and after a crash too. */
  /** `operation`: the one whose yes the audit has by now; what is spent for it knows it, too. */
  spend(
    nonce: string,
    expires: number,
    operation?: string,
  ): Promise<{ readonly kind: 'spent' | 'spent_before' } | StateUnavailable>;
  /** Keeps what a human is to be asked, for `cap approve`. */
  keepQuestion(nonce: string, question: JsonObject): Promise<{ readonly kind: 'kept' } | StateUnavailable>;
  /** The mark that a human's yes has left. */
  approval(nonce: string): Promise<string | undefined>;
};

/** The right to run at this moment, until it is given back. */
export type RunSlot = { readonly kind: 'slot'; release(): void };

export type RunPorts = {
  readonly os: OperatingSystem;
  /** An id nobody can guess, for one operation. */
  newOperationId(): string;
  /** The first executable of this name in the allow-listed PATH. */
  findExecutable(name: string): Promise<Executable | undefined>;
  /** What a script is started through, in that order; nothing for any other executable. */
  interpreters(executable: Executable): Promise<readonly Interpreter[] | StateUnavailable>;
  /** Undefined when the file is gone. */
  fingerprint(executable: Executable): Promise<Fingerprint | undefined>;
  readonly confirmations: { open(): Promise<ConfirmationDesk | StateUnavailable> };
  /** Written down, and on the disk, when it says so. */
  readonly audit: { record(facts: AuditFacts): Promise<{ readonly kind: 'recorded' } | StateUnavailable> };
  /** Calls that change something, step by step; each step is on the disk when it says so. */
  readonly journal: {
    /** Not beside one that stands in its way. Closed ones older than `keepDays` may go on the occasion. */
    prepare(
      entry: NewEntry,
      keepDays: number,
    ): Promise<
      { readonly kind: 'done' } | { readonly kind: 'in_the_way'; readonly found: FoundEntry } | StateUnavailable
    >;
    /** `resultRef`: where what it gave is kept. */
    move(
      operationId: string,
      state: JournalState,
      resultRef?: string | null,
    ): Promise<{ readonly kind: 'done' } | StateUnavailable>;
    /** The latest operation that made this very call, whatever became of it, as far as it is still kept. */
    ofCall(keys: Pick<NewEntry, 'repeat_key' | 'backend_key' | 'tool_call_id'>): Promise<JournalEntry | undefined>;
    /** Those of the same change that came to no end yet. */
    same(keys: Pick<NewEntry, 'repeat_key' | 'backend_key'>): Promise<readonly SameChange[]>;
  };
  /** Waits until one of `limit` slots is free, for some time. */
  takeSlot(limit: number): Promise<RunSlot | StateUnavailable | 'none_free'>;
  readonly circuit: {
    facts(repeatKey: string): Promise<CircuitFacts>;
    note(repeatKey: string, end: 'fruitless' | 'succeeded' | 'changed'): Promise<void>;
  };
  pause(milliseconds: number): Promise<void>;
  /** Kept when this process is asked to end before it has executed anything; undefined where that ends it at once. */
  interruption(): Promise<void> | undefined;
  /** ISO 8601 in UTC. */
  timestamp(milliseconds: number): string;
  /** How our own executable is called to run one of its tools. */
  builtin(tool: string): Promise<{ executable: Executable; name: string; argv: readonly string[] }>;
  /** The version that a program tells of itself, "2.43.0"; undefined when it tells none. Starts it. */
  versionOf(executable: Executable): Promise<string | undefined>;
  /** SHA-256 of the secret's value; undefined when the user has not given it. */
  secretHash(name: string): Promise<string | undefined>;
  /** Where a script of this hash is run from. Nothing is written before it is started. */
  scriptPlace(sha256: string, file: string): { readonly kind: 'place'; readonly path: string } | StateUnavailable;
  /** Whether processes can be shut off from the network here; found out once. */
  networkGate(): Promise<NetworkGate>;
  /** Whether processes can be held to a limit of memory here. */
  limitsMemory(): boolean;
  /** The real path of a directory; `path` relative: below `base`; both absent: where we stand. */
  realDirectory(path: string, base?: string): Promise<DirectoryFound>;
  /** Which file or directory stands at an absolute path, whatever its name; undefined where nothing does. */
  objectAt(path: string): Promise<string | undefined>;
  /** All that stands below a directory, as one text: another one, or UNSEEN_TREE, when something of it changes; undefined where no directory is. */
  treeBelow(path: string): Promise<string | undefined>;
  /** All places that a text can mean as a path, links followed and not; the first is the one that is written. `base` is a real path. */
  leadsTo(text: string, base: string): Promise<readonly string[]>;
  /** The root of the project that an absolute directory belongs to; undefined where it is in none. */
  projectOf(directory: string): string | undefined;
  /** Directories at or below these places that have a policy of their own; links are not followed. */
  projectsBelow(places: readonly string[]): Promise<{ readonly directories: readonly string[] }>;
  /** `directory` is a real path. */
  repositoryAt(directory: string): RepositoryFound;
  /** A file that a run may have made or changed; a relative path stands below `base`. */
  lookAt(path: string, base: string): Promise<ArtifactFound>;
  /** The allow-listed environment for a child. */
  environment(): Environment;
  execute(execution: Execution): Promise<ExecutionEnd>;
  /** Runs a built-in tool that only looks; nothing of its output is kept. */
  preview(look: Look): Promise<Looked>;
  /** One stream of a kept result; undefined for a ref that is malformed, unknown or not this user's. */
  readResult(ref: string, stream: 'stdout' | 'stderr'): Promise<StoredResult | undefined>;
  /** Runs synchronous work and breaks it off after `milliseconds`: for patterns and schemas that never come to an end. */
  bounded<T>(milliseconds: number, work: () => T): { readonly value: T } | undefined;
};
