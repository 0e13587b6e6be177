/**
 * What a line of a log says: its level, whether it goes on with a stack trace, and the form in which two messages that
 * differ only in times and numbers are equal. It knows nothing of files.
 */

export type Level = 'error' | 'warning';

/** Levels as loggers write them: a word of its own; in lower case only with a sign of a log beside it. */
const ERROR_WORD = /(?:^|[^\w./-])(?:FATAL|CRITICAL|CRIT|EMERG|ALERT|SEVERE|ERROR|ERR|PANIC|ERR!)(?![\w./-])/;
const WARNING_WORD = /(?:^|[^\w./-])(?:WARNING|WARN)(?![\w./-])/;
const FIELD = /["']?(?:level|lvl|severity|levelname)["']?\s?[=:]\s?["']?([A-Za-z]{1,12}|\d{2})\b/i;
const BEFORE_COLON = /(?:^|[\s[(])(fatal|error|err|panic|critical|warning|warn)(?:\[[^\]]{0,40}\])?[\]):]/i;
const BRACKETED = /[[(<](emerg|alert|crit|critical|fatal|error|err|warn|warning|notice|info|debug|trace)[\])>]/i;
const CHINESE_ERROR = /错误[:：]|异常[:：]|^错误|严重[:：]|【错误】/;
const CHINESE_WARNING = /警告[:：]|^警告|【警告】/;
/** Names of exceptions at the beginning of a line or after "Caused by:" and the like. */
const EXCEPTION =
  /^(?:\s{0,8}(?:Caused by:|Uncaught|Unhandled|Exception in thread "[^"]{0,100}")\s{1,3})?(?:[a-zA-Z_][\w$]{0,80}\.){0,12}[A-Z]\w{0,80}(?:Error|Exception|Panic|Fault)\b(?:\s\[\w{1,60}\])?(?::|$)/;
const BEGINNINGS =
  /^(?:Traceback \(most recent call last\)|panic:|fatal error:|thread '[^']{0,100}' panicked|Exception in thread|Unhandled |Uncaught |Segmentation fault|Out of memory)/;
const INFORMING = /(?:^|[^\w./-])(?:INFO|DEBUG|TRACE|NOTICE)(?![\w./-])/;

/** A line that belongs to the trace above it: a frame, what is indented, or the next cause. */
const FRAME =
  /^(?:\s{1,12}(?:at\s|File "|\d{1,4}:\s|\.{3}\s?\d)|\s{2,}\S|\t|Caused by:|During handling of|The above exception|goroutine \d|created by |note: run with|main\.|[\w./-]{1,100}\.go:\d)/;

const NUMERIC_LEVELS: { readonly [number: string]: Level | 'none' } = { '40': 'warning', '50': 'error', '60': 'error' };

/** The level of a line, or undefined when it reports nothing. A level written by the logger outweighs words of the text. */
export function levelOf(line: string): Level | undefined {
  const head = line.slice(0, 2000);
  const field = FIELD.exec(head)?.[1];
  if (field !== undefined) return levelOfWord(field);
  const bracketed = BRACKETED.exec(head.slice(0, 200))?.[1];
  if (bracketed !== undefined) return levelOfWord(bracketed);
  // The first level word of the beginning is the logger's; later ones are words of the message.
  const start = head.slice(0, 120);
  const places = [
    ['error', place(ERROR_WORD, start)],
    ['warning', place(WARNING_WORD, start)],
    ['none', place(INFORMING, start)],
  ] as const;
  const first = places.filter(([, at]) => at >= 0).sort((a, b) => a[1] - b[1])[0];
  if (first !== undefined) return first[0] === 'none' ? undefined : first[0];
  if (BEGINNINGS.test(head) || EXCEPTION.test(head) || CHINESE_ERROR.test(head)) return 'error';
  const before = BEFORE_COLON.exec(head)?.[1];
  if (before !== undefined) return levelOfWord(before);
  return CHINESE_WARNING.test(head) ? 'warning' : undefined;
}

function levelOfWord(word: string): Level | undefined {
  const known = NUMERIC_LEVELS[word];
  if (known !== undefined) return known === 'none' ? undefined : known;
  if (/^(?:fatal|critical|crit|emerg|alert|severe|error|err|panic)$/i.test(word)) return 'error';
  return /^warn(?:ing)?$/i.test(word) ? 'warning' : undefined;
}

function place(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.index ?? -1;
}

/** True when the line goes on with what stands above it. */
export function continues(line: string): boolean {
  return FRAME.test(line);
}

/** True for the line that opens a Python trace, whose message comes last. */
export function opensTraceback(line: string): boolean {
  return line.includes('Traceback (most recent call last)');
}

/** Times, numbers, addresses and identifiers differ between two reports of the same thing. */
export function shapeOf(line: string): string {
  return line
    .slice(0, 1000)
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#')
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/#(?:[-:.,/T+]?#)+Z?/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}
