/**
 * The rest of an output that was too large for its answer: lines, lines that hold a text, or one item of a structured
 * result, out of what the store has kept. It knows the store by its port only.
 */
import type { Json, OutputFormat } from '../capability/capability.ts';
import type { ResultReadRequest, ResultReadResponse } from '../contract/result-read.v1.ts';
import type { Refusal } from '../reason/refusal.ts';
import { refuse } from '../reason/refusal.ts';
import { boundJson } from './evidence/bound.ts';
import { decode } from './evidence/excerpt.ts';
import { neutralise, neutraliseJson } from './evidence/neutralise.ts';
import { parseOutput } from './evidence/parse-output.ts';
import type { RunPorts } from './ports.ts';

/** Of text or JSON in one answer: what an agent takes in at once; the next call reads on. */
const ANSWER_BYTES = 32 * 1024;

export async function readResult(
  request: ResultReadRequest,
  ports: Pick<RunPorts, 'readResult'>,
): Promise<ResultReadResponse | Refusal> {
  const stream = request.stream ?? 'stdout';
  const stored = await ports.readResult(request.result_ref, stream);
  if (stored === undefined) {
    const message = 'No result of this reference is kept: it was mistyped, or it has been removed.';
    return refuse('result_not_found', { message, path: '/result_ref' });
  }
  const { bytes } = stored;
  const about = { version: 'result-read.v1' as const, result_ref: request.result_ref, stream, bytes: bytes.length };
  if (request.item !== undefined) {
    const format = stream === 'stdout' ? (stored.meta.output as OutputFormat | undefined) : undefined;
    const found = findItem(bytes, format ?? { format: 'text' }, request.item);
    if ('kind' in found) return found;
    const bounded = boundJson(neutraliseJson(found.item), ANSWER_BYTES);
    return { ...about, item: bounded?.value ?? null, truncated: bounded === undefined || bounded.cuts.length > 0 };
  }

  const lines = decode(bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const { from, to } = request.lines ?? { from: 1, to: lines.length };
  if (request.lines !== undefined && (from > to || from > lines.length)) {
    const expected = `from ≤ to, and from at most ${lines.length}, the last line`;
    return refuse('out_of_range', { path: '/lines', expected, received: `${from} to ${to}` });
  }
  const numbered = lines.map((line, index) => [index + 1, line] as const).slice(from - 1, to);
  const { grep } = request;
  const wanted =
    grep === undefined
      ? numbered.map(([number, line]) => [number, line] as const)
      : numbered
          .filter(([, line]) => line.includes(grep))
          .map(([number, line]) => [number, `${number}: ${line}`] as const);
  const { text, last, truncated } = take(wanted);
  const total = lines.length;
  return { ...about, text, lines: { from: wanted[0]?.[0] ?? 0, to: last, total }, truncated };
}

/** As many whole lines as fit; a single line that does not fit is cut. */
function take(lines: readonly (readonly [number, string])[]): { text: string; last: number; truncated: boolean } {
  const encoder = new TextEncoder();
  const shown: string[] = [];
  let left = ANSWER_BYTES;
  let last = 0;
  for (const [number, line] of lines) {
    const safe = neutralise(line);
    const size = encoder.encode(safe).length + 1;
    if (size > left) {
      if (shown.length > 0) break;
      // A quarter of the bytes in characters always fits, whatever the characters are.
      return { text: `${safe.slice(0, ANSWER_BYTES / 4).toWellFormed()}…`, last: number, truncated: true };
    }
    shown.push(safe);
    left -= size;
    last = number;
  }
  return { text: shown.length === 0 ? '' : `${shown.join('\n')}\n`, last, truncated: shown.length < lines.length };
}

/** Items are those of the result, or of its only list when the result is an object (`{holders: […]}`). */
function findItem(bytes: Uint8Array, format: OutputFormat, index: number): { readonly item: Json } | Refusal {
  const parsed = parseOutput(bytes, true, format);
  const value = parsed.kind === 'parsed' ? parsed.value : null;
  const list = listOf(value);
  if (list === undefined) {
    const message = 'This result is not a list of items: read it by lines or by grep.';
    return refuse('invalid_value', { message, path: '/item' });
  }
  const item = list[index];
  if (item !== undefined) return { item };
  const expected = list.length === 0 ? 'no item: the list is empty' : `0 to ${list.length - 1}`;
  return refuse('out_of_range', { path: '/item', expected, received: String(index) });
}

function listOf(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value !== 'object' || value === null) return undefined;
  const lists = Object.values(value).filter((member) => Array.isArray(member));
  return lists.length === 1 ? (lists[0] as readonly Json[]) : undefined;
}
