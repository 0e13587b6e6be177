/**
 * Stage 3: the argv template and valid arguments become the child's arguments, each a whole element. A value can become
 * neither two elements nor an option, and what argv cannot carry is refused here.
 */
import { canonicalJson } from '../canon/json.ts';
import type { ArgvItem, Capability, Json, JsonObject, ProgramCall } from '../capability/capability.ts';
import type { ArgumentProblem, InvalidArguments } from './arguments.ts';
import { exampleAt, invalid } from './arguments.ts';
import { describeValue } from './expectation.ts';

export type CommandLine = {
  readonly kind: 'command_line';
  readonly argv: readonly string[];
  /** Text for the child's stdin; undefined: an empty one. */
  readonly stdin: string | undefined;
  /** The directory that the arguments name, as given; undefined: the request's. */
  readonly directory: string | undefined;
};

/** Linux gives one element 128 KiB (MAX_ARG_STRLEN), its closing NUL included. */
const LONGEST_ELEMENT = 131_071;

export function buildCommandLine(
  capability: Capability,
  handler: Pick<ProgramCall, 'argv' | 'cwd' | 'stdin'>,
  values: JsonObject,
): CommandLine | InvalidArguments {
  const argv: string[] = [];
  const problems: ArgumentProblem[] = [];
  let optionsEnded = false;
  for (const item of handler.argv) {
    for (const element of expand(item, values)) {
      const problem = check(capability, element, optionsEnded);
      if (problem !== undefined) problems.push(problem);
      argv.push(element.text);
      if (element.argument === undefined && element.text === '--') optionsEnded = true;
    }
  }
  const directory = handler.cwd === undefined ? undefined : textOf(values, handler.cwd.arg);
  const stdin = inputText(handler, values);
  if (problems.length > 0) return invalid(capability, problems);
  return { kind: 'command_line', argv, stdin, directory };
}

/** Text for the child's stdin; undefined: an empty one. */
export function inputText({ stdin }: Pick<ProgramCall, 'stdin'>, values: JsonObject): string | undefined {
  return stdin === undefined ? undefined : textOf(values, stdin.arg);
}

/** One element, and the argument whose value stands at its very start (if any does). */
type Element = { readonly text: string; readonly argument?: string; readonly bare?: boolean };

function expand(item: ArgvItem, values: JsonObject): Element[] {
  if (typeof item === 'string') return [{ text: item }];
  if ('flag' in item) {
    const value = own(values, item.when);
    const wanted = item.equals ?? true;
    return value !== undefined && canonicalJson(value) === canonicalJson(wanted) ? [{ text: item.flag }] : [];
  }
  const value = own(values, item.arg);
  // The default is the author's own, and the whole element.
  if (value === undefined || value === null) return item.default === undefined ? [] : [{ text: item.default }];
  const parts = item.each === true && Array.isArray(value) ? (value as readonly Json[]) : [value];
  const prefix = item.prefix ?? '';
  return parts.map((part) => {
    const text = item.path === true ? asPath(elementText(part)) : elementText(part);
    return { text: prefix + text, argument: item.arg, bare: prefix === '' };
  });
}

function check(capability: Capability, element: Element, optionsEnded: boolean): ArgumentProblem | undefined {
  const { text, argument, bare } = element;
  const refuse = (expected: string): ArgumentProblem => {
    const example = argument === undefined ? undefined : exampleAt(capability, `/${argument}`);
    return {
      path: argument === undefined ? '/arguments' : `/arguments/${argument}`,
      expected,
      received: describeValue(text),
      ...(example === undefined ? {} : { example }),
    };
  };
  if (text.includes('\0')) return refuse('a value without a NUL character: an argument of a process cannot carry one');
  if (!text.isWellFormed()) return refuse('well-formed Unicode text');
  if (text.length > LONGEST_ELEMENT / 3 && new TextEncoder().encode(text).length > LONGEST_ELEMENT) {
    return refuse(`at most ${LONGEST_ELEMENT} bytes: an argument of a process cannot be longer`);
  }
  if (bare === true && !optionsEnded && text.startsWith('-')) {
    return refuse('a value that does not start with "-": here it would be taken for an option');
  }
  return undefined;
}

/** An empty path means "here", and a path that starts with "-" is still a path. */
function asPath(text: string): string {
  return text === '' || text.startsWith('-') ? `./${text}` : text;
}

function textOf(values: JsonObject, name: string): string | undefined {
  const value = own(values, name);
  return value === undefined || value === null ? undefined : elementText(value);
}

function elementText(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
