/** What an archive holds, whatever its format: the common form that list, check and extract work with. */

export type ArchiveEntry = {
  /** As written in the archive, "/" between names, none at the end. */
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'other';
  /** Bytes when unpacked. */
  readonly size: number;
  /** Milliseconds, null when the archive does not tell. */
  readonly modified: number | null;
  /** Permission bits, null when the archive does not tell. */
  readonly mode: number | null;
  readonly linkTarget: string | null;
  readonly encrypted: boolean;
};

/** An entry and its contents. A reader that moves on without reading them skips them. */
export type ArchiveItem = { readonly entry: ArchiveEntry; readonly data: () => AsyncIterable<Uint8Array> };

export type Archive = {
  /** zip, tar, tar.gz …, or gz, xz … for a single compressed file. */
  readonly format: string;
  /** Reads from the beginning; may be called again. */
  readonly items: () => AsyncIterable<ArchiveItem>;
};
