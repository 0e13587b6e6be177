/** The error for damage that shows only when a block is touched; dispatch turns it into the refusal snapshot_damaged. */

/** A block of the snapshot does not have the bytes that were written. No answer that touched it may be given. */
export class SnapshotDamaged extends Error {
  /** Number of the damaged block, or -1 where the damage is not in a block's bytes. */
  readonly block: number;

  constructor(message: string, block = -1) {
    super(message);
    this.name = 'SnapshotDamaged';
    this.block = block;
  }
}
