/**
 * A stream as text in a bounded space: its start and its end, cut at lines, with what lies between counted.
 */
import type { Stream } from '../ports.ts';
import { neutralise } from './neutralise.ts';

export type Excerpt = {
  readonly text: string;
  /** Of the whole stream, as the child wrote it. */
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** Not text: nothing of it is shown. */
  readonly binary: boolean;
};

/** A share of undecodable characters above which a stream is data, not text with a slip: 1 in 10. */
const BINARY_SHARE = 10;

/** At most about `headBytes` + `tailBytes` bytes of the stream. */
export function excerpt(stream: Stream, headBytes: number, tailBytes: number): Excerpt {
  const { head, tail, totalBytes } = stream;
  const truncated = totalBytes > headBytes + tailBytes;
  const first = decode(truncated ? head.subarray(0, backToBoundary(head, Math.min(headBytes, head.length))) : head);
  if (isBinary(first)) return { text: '', totalBytes, truncated: totalBytes > 0, binary: true };
  if (!truncated) return { text: neutralise(first), totalBytes, truncated: stream.capped, binary: false };

  const end = tail.length >= tailBytes ? tail : joinEnd(head, tail, tailBytes);
  const from = forwardToBoundary(end, Math.max(0, end.length - tailBytes));
  const start = cutAfterLine(first);
  const last = cutBeforeLine(decode(end.subarray(from)));
  const shown = byteLength(start) + byteLength(last);
  const gap = `… ${totalBytes - shown} of ${totalBytes} bytes left out …`;
  return { text: neutralise(`${start}${gap}\n${last}`), totalBytes, truncated: true, binary: false };
}

/** UTF-8 with replacement characters; a byte order mark stays visible as what it is. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  const bad = text.split('\ufffd').length - 1;
  return bad * BINARY_SHARE > text.length;
}

function joinEnd(head: Uint8Array, tail: Uint8Array, wanted: number): Uint8Array {
  const before = head.subarray(Math.max(0, head.length - (wanted - tail.length)));
  const joined = new Uint8Array(before.length + tail.length);
  joined.set(before);
  joined.set(tail, before.length);
  return joined;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function backToBoundary(bytes: Uint8Array, at: number): number {
  let here = at;
  while (here > 0 && here > at - 4 && isContinuation(bytes[here])) here--;
  return here;
}

function forwardToBoundary(bytes: Uint8Array, at: number): number {
  let here = at;
  while (here < at + 4 && isContinuation(bytes[here])) here++;
  return here;
}

/** Up to the last line end, when that does not throw away most of it (one endless line). */
function cutAfterLine(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.length / 2 ? text.slice(0, end + 1) : `${text}\n`;
}

function cutBeforeLine(text: string): string {
  const start = text.indexOf('\n');
  return start >= 0 && start < text.length / 2 ? text.slice(start + 1) : text;
}
