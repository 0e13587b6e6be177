/**
 * The rest of an output that was too large for its answer: lines, bytes, what holds a text, or one part of a structured
 * result, out of what the store has kept. It knows the store by its port only.
 */
import type { OutputFormat } from '../capability/capability.ts';
import type { ResultReadRequest, ResultReadResponse } from '../contract/result-read.v1.ts';
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import { boundJson } from './evidence/bound.ts';
import { neutralise } from './evidence/neutralise.ts';
import { parseOutput } from './evidence/parse-output.ts';
import type { RunPorts } from './ports.ts';
import { findItem } from './stored-item.ts';
import { countLines, grepText, linesText, rangeText, type Span, startOfLine } from './stored-text.ts';

/** Of text or JSON in one answer: what an agent takes in at once; the next call reads on. */
const ANSWER_BYTES = 32 * 1024;

/** `isDenied`: whether this caller may read what the capability of this id gave. */
export async function readResult(
  request: ResultReadRequest,
  ports: Pick<RunPorts, 'readResult'>,
  isDenied: (canonicalPath: string | undefined) => boolean = () => false,
): Promise<ResultReadResponse | Refusal> {
  const stream = request.stream ?? 'stdout';
  const stored = await ports.readResult(request.result_ref, stream);
  const path = stored?.meta.canonical_path;
  if (stored === undefined || isDenied(typeof path === 'string' ? path : undefined)) {
    const message = 'No result of this reference is kept: it was mistyped, or it has been removed.';
    return refuse('result_not_found', { message, path: '/result_ref' });
  }
  const { bytes } = stored;
  const about = { version: 'result-read.v1' as const, result_ref: request.result_ref, stream, bytes: bytes.length };
  if (request.item !== undefined) {
    const format = stream === 'stdout' ? (stored.meta.output as OutputFormat | undefined) : undefined;
    const answer = itemOf(bytes, format ?? { format: 'text' }, request.item, request.bytes);
    return 'kind' in answer ? answer : { ...about, ...answer };
  }
  const answer = textOf(bytes, request);
  return 'kind' in answer ? answer : { ...about, ...answer };
}

type Answered = Pick<ResultReadResponse, 'text' | 'item' | 'cuts' | 'lines' | 'range' | 'truncated'>;

function textOf(bytes: Uint8Array, { lines, bytes: asked, grep }: ResultReadRequest): Answered | Refusal {
  const total = countLines(bytes);
  if (lines !== undefined && (lines.from > lines.to || lines.from > total)) {
    const expected = `from ≤ to, and from at most ${total}, the last line`;
    return refuse('out_of_range', { path: '/lines', expected, received: `${lines.from} to ${lines.to}` });
  }
  const span = spanOf(asked, bytes.length);
  if ('kind' in span) return span;
  if (asked !== undefined && grep === undefined) {
    const { text, to } = rangeText(bytes, span, ANSWER_BYTES);
    return { text, range: { from: span.from, to, total: bytes.length }, truncated: to < span.to };
  }
  const within =
    lines === undefined
      ? span
      : { from: startOfLine(bytes, lines.from), to: startOfLine(bytes, Math.min(lines.to, total) + 1) };
  const shown =
    grep === undefined ? linesText(bytes, within, ANSWER_BYTES) : grepText(bytes, within, grep, ANSWER_BYTES);
  return {
    text: shown.text,
    lines: { from: shown.first, to: shown.last, total },
    range: { from: within.from, to: shown.to, total: bytes.length },
    truncated: shown.to < within.to,
  };
}

function itemOf(
  bytes: Uint8Array,
  format: OutputFormat,
  item: number | string,
  asked: Span | undefined,
): Answered | Refusal {
  const parsed = parseOutput(bytes, true, format);
  const found = findItem(parsed.kind === 'parsed' ? parsed.value : null, item);
  if ('kind' in found) return found;
  if (asked === undefined) {
    const bounded = boundJson(found.item, ANSWER_BYTES);
    const cuts = (bounded?.cuts ?? []).map((cut) => ({ ...cut, path: neutralise(found.pointer + cut.path) }));
    const truncated = bounded === undefined || cuts.length > 0;
    return { item: bounded?.value ?? null, ...(cuts.length === 0 ? {} : { cuts }), truncated };
  }
  if (typeof found.item !== 'string') {
    return refuse('invalid_value', { message: 'Only a text is read by bytes: name one of its parts.', path: '/item' });
  }
  const text = new TextEncoder().encode(found.item);
  const span = spanOf(asked, text.length);
  if ('kind' in span) return span;
  const shown = rangeText(text, span, ANSWER_BYTES);
  return {
    text: shown.text,
    range: { from: span.from, to: shown.to, total: text.length },
    truncated: shown.to < span.to,
  };
}

/** What was asked for of so many bytes; all of them when nothing was. */
function spanOf(asked: Span | undefined, total: number): Span | Refusal {
  if (asked === undefined) return { from: 0, to: total };
  if (asked.from < asked.to && (asked.from < total || asked.from === 0)) {
    return { from: asked.from, to: Math.min(asked.to, total) };
  }
  const expected = `from below to, and below ${total}, the number of bytes`;
  return refuse('out_of_range', { path: '/bytes', expected, received: `${asked.from} to ${asked.to}` });
}
