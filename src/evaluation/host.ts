/** What measuring needs of the world around it, as types: the floor above puts it together. */
import type { Refusal } from '../reason/refusal.ts';
import type { NumericSection } from '../text/views.ts';
import type { World } from '../verbs/world.ts';

export type EvaluationHost = {
  /** Bytes of a file; undefined where none can be read. */
  readonly read: (path: string) => Uint8Array | undefined;
  /** Names in a directory, ascending; undefined where there is none. */
  readonly list: (path: string) => readonly string[] | undefined;
  /** Replaces a file as a whole or not at all; what is there must begin as `mayReplace` wants it. Directories above it are made. */
  readonly write: (path: string, text: string, mayReplace: (start: string) => boolean) => Promise<Refusal | null>;
  readonly join: (directory: string, name: string) => string;
  /** Microseconds, any origin: for latencies, which stand apart from every figure. */
  readonly clock: () => number;
  /** The chosen catalog. */
  readonly world: World;
  /** The catalog in a snapshot file. */
  readonly worldOf: (file: string) => World;
  /** Sections of the dictionary and the lexicon, for catalogs that are compiled to be measured. */
  readonly language: () => readonly NumericSection[] | null | Refusal;
};

const DECODER = new TextDecoder();

/** The text of a file; undefined where none can be read. */
export function textAt(path: string, host: Pick<EvaluationHost, 'read'>): string | undefined {
  const bytes = host.read(path);
  return bytes === undefined ? undefined : DECODER.decode(bytes);
}
