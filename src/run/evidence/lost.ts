/**
 * What is still known of a call that was started when something of ours breaks afterwards: that it was started, and what
 * the system said of its end. Of what it did nothing is claimed.
 */
import type { Ended, Evidence } from './evidence.ts';
import { neutralise } from './neutralise.ts';

/** Characters of the fault's own words. */
const MESSAGE_CHARACTERS = 300;

/** `end` undefined: not even that is known. */
export function lostEvidence(end: Ended | undefined, error: unknown): Evidence {
  const unread = (totalBytes = 0) => ({ text: '', totalBytes, truncated: totalBytes > 0, binary: false });
  const stored = end !== undefined && end.stdout.storedBytes === end.stdout.totalBytes;
  return {
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    stopped: end?.stopped ?? null,
    durationMs: end?.durationMs ?? 0,
    stdout: unread(end?.stdout.totalBytes),
    stderr: unread(end?.stderr.totalBytes),
    truncated: true,
    stored: stored && end.stderr.storedBytes === end.stderr.totalBytes,
    resultRef: end?.resultRef ?? null,
    cuts: [],
    empty: false,
    tool: 'unknown',
    transport: 'failed',
    conformity: { kind: 'unchecked' },
    unenforced: end?.unenforced ?? [],
    artifacts: [],
    message: `It was started, and a fault of cap lost what came of it: ${wordsOf(error)}.`,
  };
}

/** One line, without a full stop. */
export function wordsOf(error: unknown): string {
  const words = neutralise(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  return words.slice(0, MESSAGE_CHARACTERS).toWellFormed().replace(/\.$/, '');
}
