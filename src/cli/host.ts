/** What the command line needs of the world around it, as types: the floor above puts it together. */
import type { SourceFile } from '../compile/diagnostic.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';

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
  /** Replaces a file as a whole or not at all. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<Refusal | null>;
  /** The snapshot inside the executable, whatever else is chosen: it brings the dictionary and the vocabulary. */
  readonly defaultSnapshot: () => Snapshot | Refusal;
};

export type Host = {
  readonly version: string;
  readonly terminal: Terminal;
  /** The world over the snapshot that --snapshot names, or over the one that environment and project choose. */
  readonly world: (snapshotFile: string | undefined) => World;
  /** The bytes of one request: `-` reads stdin, `@FILE` a file. */
  readonly readRequest: (source: string) => Uint8Array | Refusal;
  readonly write: (stream: 'out' | 'err', text: string) => void;
  /** A name for a call that nobody named. */
  readonly newCallId: () => string;
  readonly catalog: CatalogFiles;
};
