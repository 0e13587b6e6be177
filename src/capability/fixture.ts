/**
 * The shape of _fixtures/ID.yaml: what `cap catalog test` sets up in a fresh directory before it runs the examples of a
 * capability, or of everything in a pack. It never reaches a snapshot; it knows nothing of how a step is done.
 */
import { z } from 'zod';

/** A relative path that stays where it starts. */
const INSIDE = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0]+$/;

/** Files of a fresh directory: path → text. */
export const placedFiles = z.record(
  z.string().max(200).regex(INSIDE, { message: 'is not a path inside a directory' }),
  z.string().max(20_000),
);

/** One command, each item an element of its argv: no shell reads it. */
const argv = z.array(z.string().max(4_000)).min(1).max(64);

const step = z.union([
  z.strictObject({ needs: argv.describe('A command that tells by its exit code whether the examples can run here.') }),
  z.strictObject({ files: placedFiles.describe('Files that are put there: path → text.') }),
  z.strictObject({ run: argv.describe('A command that is run there; it has to succeed.') }),
]);

/** What is set up, step by step. */
export const FixtureManifest = z
  .strictObject({ steps: z.array(step).min(1).max(40) })
  .describe('The fixture of the examples of a capability or a pack.');

export type FixtureStep = z.infer<typeof step>;
