/**
 * Looking for a text or a regular expression in lines, in bounded time: an expression of the caller runs where it can be
 * interrupted, because some expressions take longer than the age of the universe on a short line.
 */
import { createContext, Script } from 'node:vm';
import { flag, text } from '../arguments.ts';
import { type JsonObject, ToolFailure } from '../tool.ts';

/** Milliseconds for one batch of lines, and for all of a call. */
const BATCH_MS = 3000;
const CALL_MS = 30_000;
/** Lines and characters of a batch: large enough that the watch costs nothing. */
const BATCH_LINES = 5000;
const BATCH_CHARACTERS = 1 << 20;

/** Per line: offset of the first match and how many there are; -1 and 0 without one. */
export type LineMatch = { readonly at: number; readonly count: number };

export type Pattern = {
  readonly find: (lines: readonly string[]) => LineMatch[];
  /** The lines after replacement, undefined where nothing changed, with the number of matches. */
  readonly replace: (lines: readonly string[], replacement: string) => ({ text: string; count: number } | undefined)[];
};

/** From the arguments `pattern`, `regex`, `ignore_case` and `whole_word`. */
export function patternOf(args: JsonObject): Pattern {
  const isRegex = flag(args, 'regex');
  return compilePattern(text(args, 'pattern'), isRegex, flag(args, 'ignore_case'), flag(args, 'whole_word'));
}

export function compilePattern(pattern: string, isRegex: boolean, ignoreCase: boolean, wholeWord: boolean): Pattern {
  const source = isRegex ? `(?:${pattern})` : pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const around = wholeWord ? `(?<![\\p{L}\\p{N}_])${source}(?![\\p{L}\\p{N}_])` : source;
  const regex = compileRegex(around, pattern, ignoreCase);
  const evaluate = isRegex ? guarded(regex, pattern) : plain(regex);
  return {
    find: (lines) => evaluate(lines, null).map(({ at, count }) => ({ at, count })),
    replace: (lines, replacement) =>
      evaluate(lines, isRegex ? replacement : replacement.replaceAll('$', '$$$$')).map(({ text: after, count }, i) =>
        count === 0 || after === lines[i] ? undefined : { text: after, count },
      ),
  };
}

/** Unicode mode first; an expression that is only valid in the old mode gets that. */
function compileRegex(source: string, shown: string, ignoreCase: boolean): RegExp {
  const flags = ignoreCase ? 'gi' : 'g';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      const why = (error as Error).message.replace(/^Invalid regular expression: .*\/[a-z]*: /s, '');
      throw new ToolFailure(`"${shown}" is not a regular expression: ${why}`, 'invalid_arguments');
    }
  }
}

type Evaluated = { readonly at: number; readonly count: number; readonly text: string };
type Evaluate = (lines: readonly string[], replacement: string | null) => Evaluated[];

/** Source text, because the guarded form must run in a context of its own. */
const EVALUATE = `(regex, lines, replacement) => lines.map((line) => {
  regex.lastIndex = 0;
  const at = line.search(regex);
  if (at < 0) return { at: -1, count: 0, text: line };
  regex.lastIndex = 0;
  const count = line.match(regex).length;
  return { at, count, text: replacement === null ? line : line.replace(regex, replacement) };
})`;

function plain(regex: RegExp): Evaluate {
  return (lines, replacement) =>
    lines.map((line) => {
      const at = line.search(regex);
      if (at < 0) return { at: -1, count: 0, text: line };
      const count = line.match(regex)?.length ?? 0;
      return { at, count, text: replacement === null ? line : line.replace(regex, replacement) };
    });
}

function guarded(regex: RegExp, shown: string): Evaluate {
  const context = createContext({ regex, lines: [] as readonly string[], replacement: null as string | null });
  const script = new Script(`(${EVALUATE})(regex, lines, replacement)`);
  let left = CALL_MS;
  return (lines, replacement) =>
    batchesOf(lines).flatMap((batch) => {
      context.lines = batch;
      context.replacement = replacement;
      const started = Date.now();
      try {
        if (left <= 0) throw tooSlow(shown);
        return script.runInContext(context, { timeout: Math.min(BATCH_MS, left) }) as Evaluated[];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw tooSlow(shown);
        throw error;
      } finally {
        left -= Date.now() - started;
      }
    });
}

function tooSlow(shown: string): ToolFailure {
  return new ToolFailure(`the regular expression "${shown}" takes too long on this text; make it plainer`);
}

function batchesOf(lines: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = Infinity;
  for (const line of lines) {
    let batch = batches.at(-1);
    if (batch === undefined || batch.length >= BATCH_LINES || characters >= BATCH_CHARACTERS) {
      batch = [];
      batches.push(batch);
      characters = 0;
    }
    batch.push(line);
    characters += line.length;
  }
  return batches;
}
