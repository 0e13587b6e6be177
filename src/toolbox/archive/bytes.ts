/** A stream of bytes read in pieces of a chosen size: what a tar reader needs. */

export class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Exactly `length` bytes, or fewer at the end of the stream. */
  async take(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      const piece = await this.some(missing);
      if (piece === undefined) break;
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** Between one and `most` bytes; undefined at the end. */
  async some(most: number): Promise<Uint8Array | undefined> {
    while (this.rest.length === 0) {
      const next = await this.source.next();
      if (next.done === true) return undefined;
      this.rest = next.value;
    }
    const piece = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(piece.length);
    return piece;
  }

  /** Whether all of them were there. */
  async skip(length: number): Promise<boolean> {
    for (let missing = length; missing > 0; ) {
      const piece = await this.some(missing);
      if (piece === undefined) return false;
      missing -= piece.length;
    }
    return true;
  }

  /** Ends the source: a decompressor is not left running. */
  async close(): Promise<void> {
    await this.source.return?.();
  }
}
