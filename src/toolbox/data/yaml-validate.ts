/** Tool `yaml_validate`: errors of a YAML text with their places, and what is valid but read differently elsewhere. */
import { isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { sourceText } from './source.ts';

const SHOWN = 50;

/** Plain words that YAML 1.1 (still what many programs speak) takes for something else than YAML 1.2. */
const AMBIGUOUS: readonly (readonly [RegExp, string])[] = [
  [/^(?:y|n|yes|no|on|off)$/i, 'many programs read this as true or false; quote it when text is meant'],
  [/^[-+]?0\d+$/, 'many programs read a leading zero as octal, or drop it; quote it when text is meant'],
  [/^\d+(?::[0-5]?\d)+$/, 'some programs read this as a number of base 60; quote it when text is meant'],
];

export function run(args: JsonObject, io: ToolIo): Json {
  const text = sourceText(args, io);
  const lineCounter = new LineCounter();
  const parsed = parseAllDocuments(text, {
    lineCounter,
    uniqueKeys: true,
    merge: true,
    prettyErrors: true,
    logLevel: 'silent',
  });
  const documents = Array.isArray(parsed) ? parsed : [];
  const placed = (at: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(at);
    return { line, column: col };
  };
  const errors = documents.flatMap((document) =>
    document.errors.map(({ code, message, pos }) => ({
      ...placed(pos[0]),
      code: String(code),
      message: firstLine(message),
    })),
  );
  const hints = documents.flatMap((document) => {
    const found = document.warnings.map(({ message, pos }) => ({ ...placed(pos[0]), message: firstLine(message) }));
    visit(document, {
      Scalar(_key, node) {
        const plain = isScalar(node) && node.type === 'PLAIN' ? (node.source ?? '') : '';
        const why = AMBIGUOUS.find(([pattern]) => pattern.test(plain))?.[1];
        if (why !== undefined && node.range != null)
          found.push({ ...placed(node.range[0]), message: `${plain}: ${why}` });
      },
    });
    return found;
  });
  return {
    valid: errors.length === 0,
    documents: documents.length,
    errors: errors.slice(0, SHOWN),
    hints: hints.slice(0, SHOWN),
  };
}

/** Without the excerpt that the library draws under it. */
function firstLine(message: string): string {
  return message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
}
