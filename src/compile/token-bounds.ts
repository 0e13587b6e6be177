/**
 * What a text would cost to parse, told by its tokens alone and before anything is made of them: a small file can ask for
 * more than a hundred thousand nodes, levels or complaints. It knows no value.
 */
import { Lexer } from 'yaml';

/** The largest source of ours has thirty thousand tokens. A file that holds more than this is no manifest. */
const MAX_TOKENS = 150_000;

export type Excess = { readonly offset: number; readonly what: 'too_deep' | 'too_many' | 'syntax' | 'documents' };

/** Where it is too much; undefined when it may be parsed. Reads no further than there. */
export function excessOf(text: string, maxDepth: number): Excess | undefined {
  let offset = 0;
  let count = 0;
  let flow = 0;
  /** Where documents are marked to begin. */
  const begun: number[] = [];
  /** Levels of a block that begin one behind the other on a line: `- - - a`, `? ? a`, `: : a`. */
  let steps = 0;
  /** In a flow collection nothing stands yet where a value could. */
  let blank = false;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) return { offset, what: 'too_many' };
    if (isScalar) {
      // Whatever it says, it is no sign of structure.
      isScalar = false;
      blank = false;
      steps = 0;
      offset += token.length;
      continue;
    }
    isScalar = token === SCALAR;
    const kind = token[0] as string;
    // Two may be one behind directives; of three the second is refused.
    if (token === '---' && begun.push(offset) > 2) return { offset: begun[1] ?? 0, what: 'documents' };
    if (OPENING.has(token)) flow += 1;
    else if (CLOSING.has(token)) flow = Math.max(0, flow - 1);
    steps = STEPS.has(token) ? steps + 1 : kind === ' ' || kind === '\t' ? steps : 0;
    if (flow > maxDepth || steps > maxDepth) return { offset, what: 'too_deep' };
    // Each of these is an error of its own for whoever parses: [,,,,
    if (token === ',' && blank && flow > 0) return { offset, what: 'syntax' };
    if (!BETWEEN.has(kind)) blank = token === ',' || OPENING.has(token);
    if (!MARKS.has(token)) offset += token.length;
  }
  return undefined;
}

const OPENING: ReadonlySet<string> = new Set(['[', '{']);
const CLOSING: ReadonlySet<string> = new Set([']', '}']);
const STEPS: ReadonlySet<string> = new Set(['-', '?', ':']);
/** First characters of what stands between two values: spaces, line ends, comments. */
const BETWEEN: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '#']);
/** Signs of the lexer's own that stand in no text: a document begins, a flow ends early, a scalar follows. */
const SCALAR = '\u001f';
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR]);
