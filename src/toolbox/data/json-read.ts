/** Reading JSON for a tool: a broken document is a failure that says where. */

import { ToolFailure } from '../tool.ts';
import { JsonError, type JsonNode, parseJson, placeOf } from './json-parse.ts';

/** The tree of a text; `what` names it in the failure. */
export function readJson(text: string, what: string): JsonNode {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { line, column } = placeOf(text, error.at);
    throw new ToolFailure(`${what} is not JSON: line ${line}, column ${column}: ${error.message}`, 'invalid_arguments');
  }
}

/** One document a line; empty lines do not count. */
export function readJsonLines(text: string): JsonNode[] {
  return text
    .split('\n')
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => readJson(line, `line ${number} of the input`));
}
