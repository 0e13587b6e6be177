/** Where a snapshot's bytes come from: an asset in memory, or a file that is read piece by piece. It knows no format. */

export type ByteSource = {
  readonly byteLength: number;
  /**
   * True when `read` gives views of memory that holds the whole source and never changes: then a block that was checked
   * once stays checked. Otherwise each read fetches anew, and what was fetched is checked and kept, within a bound.
   */
  readonly resident?: boolean;
  /** `length` bytes from `offset`; both lie inside the source. The caller does not write to them. May throw on I/O faults. */
  read(offset: number, length: number): Uint8Array<ArrayBuffer>;
};

/** A source over bytes in memory. */
export function bytesSource(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    byteLength: bytes.byteLength,
    resident: true,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
